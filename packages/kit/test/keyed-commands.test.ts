import { DomainError } from '@estampa/kernel/errors';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  request,
  clearStage,
  closeStage,
  counts,
  newKey,
  notes,
  openStage,
  points,
  resetPoints,
  sql,
  stored,
} from './command-stage.ts';

beforeAll(openStage);
afterAll(closeStage);
beforeEach(clearStage);

describe('a command with a key', () => {
  it('is done once; the repeated response names the same events', async () => {
    const key = newKey();

    const first = await request({ key });
    const second = await request({ key });

    expect(first.replayed).toBe(false);
    expect(second).toMatchObject({ response: first.response, replayed: true, events: first.events });
    expect(first.events).toHaveLength(1);
    expect(counts).toEqual({ prepared: 1, worked: 1 });
  });

  it('is rejected for another body', async () => {
    const key = newKey();
    await request({ key });

    const { error } = await request({ key: { ...key, bodyDigest: 'another' } });

    expect(error).toMatchObject({ kind: 'mismatch', reason: 'idempotency_key_reused' });
  });

  it('stores neither key, scope, body digest nor response in the clear', async () => {
    const key = newKey();
    await request({ key }, 'a secret note');

    const text = JSON.stringify(await stored()) + (await stored()).map((row) => String(row['outcome'])).join();

    expect((await stored()).length).toBeGreaterThan(0);
    for (const secret of [key.key, key.scope, key.bodyDigest, 'a secret note']) expect(text).not.toContain(secret);
  });

  it('does the work once for two at one instant, also what comes before its transaction', async () => {
    const key = newKey();
    const arrived = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    points.prepare = () => {
      arrived.resolve();
      return going.promise;
    };

    const first = request({ key });
    await arrived.promise;
    const second = request({ key });
    await eventually(async () => (await stored('claimed_until > now() and outcome is null')).length === 1);
    going.resolve();

    expect([(await first).response, (await second).response]).toEqual([
      { response: 1, note: 'a note' },
      (await first).response,
    ]);
    expect((await second).replayed).toBe(true);
    expect(counts).toEqual({ prepared: 1, worked: 1 });
  });

  it('rejects the second request after a while, because the first is still running', async () => {
    const key = newKey();
    const going = Promise.withResolvers<void>();
    points.prepare = () => going.promise;

    const first = request({ key, deadlineMs: 20_000 });
    await eventually(() => counts.prepared === 1);
    const { error } = await request({ key });
    going.resolve();

    expect(error).toMatchObject({ kind: 'conflict', reason: 'idempotency_key_in_use' });
    expect((await first).response).toMatchObject({ response: 1 });
  });

  it('stores a rejection, with what the call had done before', async () => {
    const key = newKey();
    points.body = () => {
      throw new DomainError('wrong_state', 'too_late', 'no', { members: { orderId: 'o-1' } });
    };
    await request({ key });
    resetPoints();

    const again = await request({ key });

    expect(again.error).toMatchObject({ kind: 'wrong_state', reason: 'too_late', message: 'no' });
    expect(again.error!.details).toEqual({ members: { orderId: 'o-1' } });
    expect(again.replayed).toBe(true);
    expect(counts.worked).toBe(1);
  });

  it.each(['unauthenticated', 'forbidden', 'limited', 'busy', 'unavailable'] as const)(
    'is retried after %s',
    async (kind) => {
      const key = newKey();
      points.prepare = () => {
        throw new DomainError(kind, 'for_now', 'not now');
      };
      expect((await request({ key })).error).toMatchObject({ kind, reason: 'for_now' });
      resetPoints();

      expect(await request({ key })).toMatchObject({ response: { note: 'a note' }, replayed: false });
    },
  );

  it('is retried after an unexpected failure', async () => {
    const key = newKey();
    points.body = () => {
      throw new Error('unexpected');
    };
    expect((await request({ key })).error).toMatchObject({ code: 13 });
    resetPoints();

    expect(await request({ key })).toMatchObject({ response: { note: 'a note' }, replayed: false });
  });

  it('commits nothing once its claim has gone to another', async () => {
    const key = newKey();
    const arrived = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    points.prepare = () => {
      points.prepare = () => undefined;
      arrived.resolve();
      return going.promise;
    };

    const first = request({ key, deadlineMs: 30_000 });
    await arrived.promise;
    await sql(`update idempotency_key set claimed_until = now() where outcome is null`);
    const second = await request({ key }, 'the second');
    going.resolve();

    expect((await first).error).toMatchObject({ reason: 'idempotency_key_in_use' });
    expect(second.response).toMatchObject({ note: 'the second' });
    expect(await notes()).toEqual(['the second']);
    expect((await request({ key })).response).toEqual(second.response);
  });
});
