import { DomainError } from '@estampa/kernel/errors';
import type { IdempotencyKey } from '../src/rpc/call.ts';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ask,
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

const askAlone = (key: IdempotencyKey, note?: string) => ask({ key, method: 'MarkPayoutPaid' }, note);

/** Holds the work of the next request until it is told to go on. */
function heldBody() {
  const arrived = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  points.work = () => {
    points.work = () => undefined;
    arrived.resolve();
    return going.promise;
  };
  return { arrived: arrived.promise, goOn: going.resolve, fail: going.reject };
}

const somebodyWaitsForAKey = () =>
  eventually(async () => {
    const waiting = await sql(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%idempotency_key%'
       and datname = current_database()`,
    );
    return waiting.length > 0;
  });

describe('a command that asks nobody', () => {
  it('is done once; the repeated answer names the same events', async () => {
    const key = newKey();

    const first = await askAlone(key);
    const second = await askAlone(key);

    expect(first.replayed).toBe(false);
    expect(second).toMatchObject({ answer: first.answer, replayed: true, events: first.events });
    expect(first.events).toHaveLength(1);
    expect(counts).toEqual({ prepared: 1, worked: 1 });
    expect(await notes()).toEqual(['a note']);
  });

  it('does the work once for two at one instant: the second waits for the end of the first', async () => {
    const key = newKey();
    const { arrived, goOn } = heldBody();

    const first = askAlone(key);
    await arrived;
    const second = askAlone(key);
    await somebodyWaitsForAKey();
    goOn();

    expect((await second).answer).toEqual((await first).answer);
    expect([(await first).replayed, (await second).replayed]).toEqual([false, true]);
    expect(counts.worked).toBe(1);
  });

  it('is done by the second when the first has failed', async () => {
    const key = newKey();
    const { arrived, fail } = heldBody();

    const first = askAlone(key);
    await arrived;
    const second = askAlone(key, 'the second');
    await somebodyWaitsForAKey();
    fail(new Error('unexpected'));

    expect((await first).error).toMatchObject({ code: 13 });
    expect((await second).answer).toMatchObject({ note: 'the second' });
    expect(await notes()).toEqual(['the second']);
  });

  it('answers a rejected first request as the second one went, when that was faster to be kept', async () => {
    const key = newKey();
    const { arrived, fail } = heldBody();

    const first = askAlone(key);
    await arrived;
    const second = askAlone(key, 'the second');
    await somebodyWaitsForAKey();
    fail(new DomainError('wrong_state', 'too_late', 'no'));
    const [one, other] = await Promise.all([first, second]);

    // Whichever was kept first is everybody's answer.
    expect(one.error?.reason).toBe(other.error?.reason);
    expect(one.answer).toEqual(other.answer);
    expect(await notes()).toEqual(other.answer ? ['the second'] : []);
    expect(one.replayed).not.toBe(other.replayed);
  });

  it('tells the second after a while that the first is still running', async () => {
    const key = newKey();
    const { arrived, goOn } = heldBody();

    const first = askAlone(key);
    await arrived;
    const { error } = await askAlone(key);
    goOn();

    expect(error).toMatchObject({ kind: 'conflict', reason: 'idempotency_key_in_use' });
    expect((await first).answer).toMatchObject({ answer: 1 });
  });

  it('keeps a rejection', async () => {
    const key = newKey();
    points.work = () => {
      throw new DomainError('wrong_state', 'too_late', 'no', { members: { orderId: 'o-1' } });
    };
    await askAlone(key);
    resetPoints();

    const again = await askAlone(key);

    expect(again.error).toMatchObject({ kind: 'wrong_state', reason: 'too_late', message: 'no' });
    expect(again.replayed).toBe(true);
    expect(counts.worked).toBe(1);
    expect(await notes()).toEqual([]);
  });

  it('keeps what it did when its response is a rejection, unless that may be different next time', async () => {
    const [kept, forgotten] = [newKey(), newKey()];
    points.answer = () => {
      throw new DomainError('wrong_state', 'too_late', 'no');
    };
    await askAlone(kept);
    points.answer = () => {
      throw new DomainError('unauthenticated', 'session_ended', 'over');
    };
    await askAlone(forgotten);
    resetPoints();

    expect(await askAlone(kept)).toMatchObject({ error: { reason: 'too_late' }, replayed: true });
    expect(await askAlone(forgotten)).toMatchObject({ answer: { note: 'a note' }, replayed: false });
  });

  it('is tried anew after what says nothing of the request, and leaves no claim behind', async () => {
    const key = newKey();
    points.work = () => {
      throw new DomainError('busy', 'busy', 'not now');
    };
    expect((await askAlone(key)).error).toMatchObject({ reason: 'busy' });
    expect(await stored('outcome is null')).toEqual([]);
    resetPoints();

    expect(await askAlone(key)).toMatchObject({ answer: { note: 'a note' }, replayed: false });
  });

  it('is rejected for another body', async () => {
    const key = newKey();
    await askAlone(key);

    const { error } = await askAlone({ ...key, bodyDigest: 'another' });

    expect(error).toMatchObject({ kind: 'mismatch', reason: 'idempotency_key_reused' });
  });
});
