import { describe, expect, it } from 'vitest';
import { isRedacted, redact } from './redaction.ts';

describe('redact', () => {
  it('hides personal and secret values at every depth', () => {
    const logged = { orderId: '1', orders: [{ buyer: { email: 'a@example.com', status: 'active' } }], password: 'x' };

    expect(redact(logged)).toEqual({
      orderId: '1',
      orders: [{ buyer: { email: '[redacted]', status: 'active' } }],
      password: '[redacted]',
    });
  });

  it.each([
    [7, 'shown'],
    [8, '[redacted]'],
  ])('hides objects within %i others: %s', (depth, expected) => {
    let logged: Record<string, unknown> = { at: 'shown' };
    for (let level = 0; level < depth; level += 1) logged = { inner: logged };
    let found: unknown = redact(logged);
    while (typeof found === 'object') found = Object.values(found!)[0];

    expect(found).toBe(expected);
  });

  it('ends at cycles, and leaves errors and dates to their serializers', () => {
    const cyclic: Record<string, unknown> = { err: new Error('e'), at: new Date(0) };
    cyclic.self = cyclic;

    expect(redact(cyclic)).toMatchObject({ err: cyclic.err, at: cyclic.at });
  });
});

describe('isRedacted', () => {
  it.each(['documentNumber', 'document_number', 'Authorization', 'ASAAS_API_KEY', 'newPassword', 'cpfCnpj', 'street'])(
    'is true of %s',
    (key) => expect(isRedacted(key)).toBe(true),
  );

  it.each(['userId', 'orderId', 'status', 'key', 'code', 'provider', 'method', 'path', 'error'])(
    'is false of %s',
    (key) => expect(isRedacted(key)).toBe(false),
  );
});
