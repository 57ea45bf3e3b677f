import { describe, expect, it } from 'vitest';
import { isSigned, parseWebhook } from './mercado-pago-webhook.ts';

const SECRET = 'segredo-teste';
const SIGNATURE = 'ed3206c6be22e873689a97124d1fab526f1a02f6cf9e175d5fe4555600abb516';
const BODY = { id: 9001, type: 'payment', action: 'payment.updated', data: { id: '123456' } };

const webhook = (changes: { headers?: Record<string, string>; query?: string; body?: unknown } = {}) => ({
  headers: { 'x-signature': `ts=1704908010,v1=${SIGNATURE}`, 'x-request-id': 'req-1', ...changes.headers },
  query: changes.query ?? '?data.id=123456&type=payment',
  rawBody: Buffer.from(typeof changes.body === 'string' ? changes.body : JSON.stringify(changes.body ?? BODY)),
});

describe('isSigned', () => {
  it.each<[string, ReturnType<typeof webhook>, boolean]>([
    ['the agreed signature', webhook(), true],
    ['spaces between its parts', webhook({ headers: { 'x-signature': `ts=1704908010, v1=${SIGNATURE}` } }), true],
    ['another signature', webhook({ headers: { 'x-signature': `ts=1704908010,v1=${'0'.repeat(64)}` } }), false],
    ['another time', webhook({ headers: { 'x-signature': `ts=1704908011,v1=${SIGNATURE}` } }), false],
    ['no time', webhook({ headers: { 'x-signature': `v1=${SIGNATURE}` } }), false],
    ['no signature', webhook({ headers: { 'x-signature': '' } }), false],
    ['another request', webhook({ headers: { 'x-request-id': 'req-2' } }), false],
    ['another payment', webhook({ query: '?data.id=123457&type=payment' }), false],
    ['no payment', webhook({ query: '' }), false],
  ])('judges %s as %s', (_name, given, expected) => {
    expect(isSigned(given, SECRET)).toBe(expected);
  });

  it('rejects another secret', () => {
    expect(isSigned(webhook(), 'another')).toBe(false);
  });
});

describe('parseWebhook', () => {
  it('reads which payment to check', () => {
    expect(parseWebhook(webhook())).toEqual({
      eventId: '9001:payment.updated:123456',
      event: 'payment.updated',
      paymentId: '123456',
      isRejected: false,
      isNewCharge: false,
    });
  });

  it('ignores other topics', () => {
    expect(parseWebhook(webhook({ body: { ...BODY, type: 'merchant_order' } }))).toBeNull();
  });

  it('rejects a body that names another payment than the signed one', () => {
    expect(() => parseWebhook(webhook({ body: { ...BODY, data: { id: '9' } } }))).toThrow('cannot be read');
  });

  it.each([
    '',
    'not json',
    '[]',
    '{}',
    '{"id":"","type":"payment"}',
    JSON.stringify({ ...BODY, id: 'n\u0000' }),
    JSON.stringify({ ...BODY, id: 'n'.repeat(201) }),
    JSON.stringify({ ...BODY, action: 'a\u0000' }),
  ])('rejects the body %j', (body) => {
    expect(() => parseWebhook(webhook({ body }))).toThrow('cannot be read');
  });
});
