import { randomBytes } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { describe, expect, it } from 'vitest';
import { newCall } from './call.ts';
import {
  IN_USE,
  keyInUse,
  keyReused,
  REJECTION_MAX_BYTES,
  republish,
  storedOutcome,
  toStored,
  withoutResponse,
} from './stored-outcome.ts';

const trailer = { events: [{ topic: 'orders.v1' as const, kind: 'order', id: newId() }], hasMoreEvents: true };

describe('the stored outcome of a request', () => {
  it.each([0, 1, 4_095, 4_096, 300_000])('gives a response of %d bytes back as it was, with its events', (length) => {
    const response = randomBytes(length);

    expect(storedOutcome(toStored({ response }, trailer)!)).toEqual({ ...trailer, outcome: { response } });
  });

  it('is small where the response repeats itself', () => {
    const variant = JSON.stringify({ sku: 'TSHIRT-M-BLACK', priceCents: 7990, isActive: true });

    const stored = toStored({ response: Buffer.from(variant.repeat(5_000)) }, trailer)!;

    expect(stored.length).toBeLessThan(5_000);
  });

  it('gives a rejection back with its reason and fields', () => {
    const fields = [{ path: 'slug', code: 'already_exists', message: 'is taken' }];
    const rejection = new DomainError('conflict', 'already_exists', 'There is one', { fields });

    const stored = storedOutcome(toStored({ rejection }, trailer)!);

    expect(stored.outcome).toMatchObject({
      rejection: { kind: 'conflict', reason: 'already_exists', details: { fields } },
    });
  });

  it.each([
    ['unauthenticated', 'unauthenticated'],
    ['forbidden', 'forbidden'],
    ['limited', 'rate_limited'],
    ['mismatch', 'version_mismatch'],
    ['busy', 'busy'],
    ['unavailable', 'service_unavailable'],
    ['conflict', IN_USE],
    ['conflict', 'conflict'],
  ] as const)('is nothing when the response may be different next time: %s, %s', (kind, reason) => {
    expect(toStored({ rejection: new DomainError(kind, reason, 'Try again') }, trailer)).toBeNull();
  });

  it('is no rejection that is longer than what is not counted', () => {
    const bytesOf = (message: string) => {
      const fields = Array.from({ length: 9 }, () => ({ path: 'x', code: 'x', message: 'x'.repeat(370) }));
      const rejection = new DomainError('invalid', 'validation_failed', message, { fields });
      return toStored({ rejection }, { events: [], hasMoreEvents: false })?.length;
    };
    const room = REJECTION_MAX_BYTES - bytesOf('')!;

    expect(bytesOf('x'.repeat(room))).toBe(REJECTION_MAX_BYTES);
    expect(bytesOf('x'.repeat(room + 1))).toBeUndefined();
  });

  it('says that the work was done where the response was left out', () => {
    const stored = storedOutcome(withoutResponse(trailer));

    expect(stored).toMatchObject(trailer);
    expect(stored.outcome).toMatchObject({ rejection: { kind: 'conflict', reason: 'idempotency_answer_not_kept' } });
  });

  it('reads what earlier versions stored', () => {
    const stored = Buffer.from(JSON.stringify({ ...trailer, answer: Buffer.from('before').toString('base64') }));

    expect(storedOutcome(stored)).toEqual({ ...trailer, outcome: { response: Buffer.from('before') } });
  });
});

it('a repeated response names the events of the first, beside those of its own call', () => {
  const own = { topic: 'catalog.v1' as const, kind: 'product', id: newId() };
  const call = newCall({ requestId: 'r', events: [own] });
  republish(call, { events: [], hasMoreEvents: false });
  expect([call.events, call.hasMoreEvents]).toEqual([[own], false]);
  republish(call, trailer);
  republish(call, { events: [], hasMoreEvents: false });

  expect([call.events, call.hasMoreEvents]).toEqual([[own, ...trailer.events], true]);
});

it.each([
  [keyReused(), 'mismatch', 'idempotency_key_reused'],
  [keyInUse(), 'conflict', 'idempotency_key_in_use'],
])('a key is rejected: %s', (rejection, kind, reason) => {
  expect(rejection).toMatchObject({ kind, reason });
});

it.each([
  [4_095, true],
  [4_096, false],
])('an outcome of %i bytes can be read by earlier versions: %s', (length, isPlain) => {
  const stored = toStored({ response: Buffer.alloc(length) }, trailer)!;

  expect(stored[0] === '{'.charCodeAt(0)).toBe(isPlain);
});
