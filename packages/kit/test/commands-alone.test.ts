import { DomainError } from '@estampa/kernel/errors';
import type { IdempotencyKey } from '../src/rpc/call.ts';
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

const callAlone = (key: IdempotencyKey, note?: string) => request({ key, method: 'MarkPayoutPaid' }, note);

/** Blocks the work of the next request until it is released. */
function blockedBody() {
  const arrived = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  points.body = () => {
    points.body = () => undefined;
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

describe('a command that calls no other service', () => {
  it('is done once; the repeated response names the same events', async () => {
    const key = newKey();

    const first = await callAlone(key);
    const second = await callAlone(key);

    expect(first.replayed).toBe(false);
    expect(second).toMatchObject({ response: first.response, replayed: true, events: first.events });
    expect(first.events).toHaveLength(1);
    expect(counts).toEqual({ prepared: 1, worked: 1 });
    expect(await notes()).toEqual(['a note']);
  });

  it('does the work once for two at one instant: the second waits for the end of the first', async () => {
    const key = newKey();
    const { arrived, goOn } = blockedBody();

    const first = callAlone(key);
    await arrived;
    const second = callAlone(key);
    await somebodyWaitsForAKey();
    goOn();

    expect((await second).response).toEqual((await first).response);
    expect([(await first).replayed, (await second).replayed]).toEqual([false, true]);
    expect(counts.worked).toBe(1);
  });

  it('is done by the second when the first has failed', async () => {
    const key = newKey();
    const { arrived, fail } = blockedBody();

    const first = callAlone(key);
    await arrived;
    const second = callAlone(key, 'the second');
    await somebodyWaitsForAKey();
    fail(new Error('unexpected'));

    expect((await first).error).toMatchObject({ code: 13 });
    expect((await second).response).toMatchObject({ note: 'the second' });
    expect(await notes()).toEqual(['the second']);
  });

  it('repeats the second request’s outcome for a rejected first one, when that was stored first', async () => {
    const key = newKey();
    const { arrived, fail } = blockedBody();

    const first = callAlone(key);
    await arrived;
    const second = callAlone(key, 'the second');
    await somebodyWaitsForAKey();
    fail(new DomainError('wrong_state', 'too_late', 'no'));
    const [one, other] = await Promise.all([first, second]);

    // The outcome that was stored first is the response to both.
    expect(one.error?.reason).toBe(other.error?.reason);
    expect(one.response).toEqual(other.response);
    expect(await notes()).toEqual(other.response ? ['the second'] : []);
    expect(one.replayed).not.toBe(other.replayed);
  });

  it('rejects the second request after a while, because the first is still running', async () => {
    const key = newKey();
    const { arrived, goOn } = blockedBody();

    const first = callAlone(key);
    await arrived;
    const { error } = await callAlone(key);
    goOn();

    expect(error).toMatchObject({ kind: 'conflict', reason: 'idempotency_key_in_use' });
    expect((await first).response).toMatchObject({ response: 1 });
  });

  it('stores a rejection', async () => {
    const key = newKey();
    points.body = () => {
      throw new DomainError('wrong_state', 'too_late', 'no', { members: { orderId: 'o-1' } });
    };
    await callAlone(key);
    resetPoints();

    const again = await callAlone(key);

    expect(again.error).toMatchObject({ kind: 'wrong_state', reason: 'too_late', message: 'no' });
    expect(again.replayed).toBe(true);
    expect(counts.worked).toBe(1);
    expect(await notes()).toEqual([]);
  });

  it('stores its effect when its response is a rejection, unless that may be different next time', async () => {
    const [sealed, forgotten] = [newKey(), newKey()];
    points.response = () => {
      throw new DomainError('wrong_state', 'too_late', 'no');
    };
    await callAlone(sealed);
    points.response = () => {
      throw new DomainError('unauthenticated', 'session_ended', 'over');
    };
    await callAlone(forgotten);
    resetPoints();

    expect(await callAlone(sealed)).toMatchObject({ error: { reason: 'too_late' }, replayed: true });
    expect(await callAlone(forgotten)).toMatchObject({ response: { note: 'a note' }, replayed: false });
  });

  it('is retried after an error that is not about the request, and leaves no claim', async () => {
    const key = newKey();
    points.body = () => {
      throw new DomainError('busy', 'busy', 'not now');
    };
    expect((await callAlone(key)).error).toMatchObject({ reason: 'busy' });
    expect(await stored('outcome is null')).toEqual([]);
    resetPoints();

    expect(await callAlone(key)).toMatchObject({ response: { note: 'a note' }, replayed: false });
  });

  it('is rejected for another body', async () => {
    const key = newKey();
    await callAlone(key);

    const { error } = await callAlone({ ...key, bodyDigest: 'another' });

    expect(error).toMatchObject({ kind: 'mismatch', reason: 'idempotency_key_reused' });
  });
});
