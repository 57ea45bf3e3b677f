import { randomBytes } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { describe, expect, it } from 'vitest';
import { IN_USE, keptOutcome, REJECTION_MAX_BYTES, toKeep, withoutResponse } from './kept-outcome.ts';

const told = { events: [{ topic: 'orders.v1' as const, kind: 'order', id: newId() }], hasMoreEvents: true };

describe('what is kept of a request', () => {
  it.each([0, 1, 4_095, 4_096, 300_000])('gives a response of %d bytes back as it was, with its events', (length) => {
    const answer = randomBytes(length);

    expect(keptOutcome(toKeep({ answer }, told)!)).toEqual({ ...told, outcome: { answer } });
  });

  it('is small where the response repeats itself', () => {
    const variant = JSON.stringify({ sku: 'TSHIRT-M-BLACK', priceCents: 7990, isActive: true });

    const kept = toKeep({ answer: Buffer.from(variant.repeat(5_000)) }, told)!;

    expect(kept.length).toBeLessThan(5_000);
  });

  it('gives a rejection back with its reason and fields', () => {
    const fields = [{ path: 'slug', code: 'already_exists', message: 'is taken' }];
    const rejection = new DomainError('conflict', 'already_exists', 'There is one', { fields });

    const kept = keptOutcome(toKeep({ rejection }, told)!);

    expect(kept.outcome).toMatchObject({
      rejection: { kind: 'conflict', reason: 'already_exists', details: { fields } },
    });
  });

  it.each([
    ['busy', 'busy'],
    ['unavailable', 'service_unavailable'],
    ['conflict', IN_USE],
    ['conflict', 'conflict'],
  ] as const)('is nothing when the response may be different next time: %s, %s', (kind, reason) => {
    expect(toKeep({ rejection: new DomainError(kind, reason, 'Try again') }, told)).toBeNull();
  });

  it('is no rejection that is longer than what nobody counts', () => {
    const bytesOf = (message: string) => {
      const fields = Array.from({ length: 9 }, () => ({ path: 'x', code: 'x', message: 'x'.repeat(370) }));
      const rejection = new DomainError('invalid', 'validation_failed', message, { fields });
      return toKeep({ rejection }, { events: [], hasMoreEvents: false })?.length;
    };
    const room = REJECTION_MAX_BYTES - bytesOf('')!;

    expect(bytesOf('x'.repeat(room))).toBe(REJECTION_MAX_BYTES);
    expect(bytesOf('x'.repeat(room + 1))).toBeUndefined();
  });

  it('says that the work was done where the response was left out', () => {
    const kept = keptOutcome(withoutResponse(told));

    expect(kept).toMatchObject(told);
    expect(kept.outcome).toMatchObject({ rejection: { kind: 'conflict', reason: 'idempotency_answer_not_kept' } });
  });

  it('reads what earlier versions kept', () => {
    const kept = Buffer.from(JSON.stringify({ ...told, answer: Buffer.from('before').toString('base64') }));

    expect(keptOutcome(kept)).toEqual({ ...told, outcome: { answer: Buffer.from('before') } });
  });
});
