import { randomUUID } from 'node:crypto';
import { DomainError } from '@estampa/kernel/errors';
import { currentCall, newCall } from '../src/rpc/call.ts';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  request,
  clearStage,
  closeStage,
  doInTwoSteps,
  lockNotes,
  notes,
  openStage,
  points,
  resetPoints,
  waitingForLocks,
} from './command-stage.ts';

beforeAll(openStage);
afterAll(closeStage);
beforeEach(clearStage);

describe('a command', () => {
  it('has committed when it responds, and names what it published', async () => {
    const { response, events } = await request();

    expect(response).toEqual({ response: 1, note: 'a note' });
    expect(await notes()).toEqual(['a note']);
    expect(events).toEqual([{ topic: 'orders.v1', kind: 'order', id: expect.any(String) }]);
  });

  it('leaves nothing when its work is rejected, and names no events', async () => {
    points.body = () => {
      throw new DomainError('wrong_state', 'wrong_state', 'no');
    };

    const { error, events } = await request();

    expect(error).toMatchObject({ kind: 'wrong_state' });
    expect(await notes()).toEqual([]);
    expect(events).toEqual([]);
  });

  it('has committed when its response is the rejection, and names what it published', async () => {
    points.response = () => {
      throw new DomainError('unauthenticated', 'session_ended', 'over');
    };

    const { error, events } = await request();

    expect(error).toMatchObject({ reason: 'session_ended' });
    expect(await notes()).toEqual(['a note']);
    expect(events).toHaveLength(1);
  });

  it('commits nothing when its caller has gone', async () => {
    const ended = Promise.withResolvers<void>();
    points.body = () => {
      currentCall()!.signal!.addEventListener('abort', () => ended.resolve());
      return ended.promise;
    };

    const { error } = await request({ deadlineMs: 500 });
    await ended.promise;

    expect(error).toMatchObject({ code: 4 });
    resetPoints();
    await request({}, 'a later note');
    expect(await notes()).toEqual(['a later note']);
  });

  it('frees its connections when many wait for one lock longer than their askers', async () => {
    const release = await lockNotes();

    const rejected = await Promise.all(Array.from({ length: 10 }, () => request({ deadlineMs: 600 })));

    expect(rejected.map(({ error }) => error?.reason ?? error?.['code' as never])).not.toContain(undefined);
    await eventually(async () => expect(await waitingForLocks()).toBe(0), { deadlineMs: 4_000 });
    expect((await request({ deadlineMs: 600 })).response).toBeNull();
    await release();
    expect((await request()).response).toMatchObject({ note: 'a note' });
  });

  it('is rejected as busy when it was the victim of a deadlock or took too long', async () => {
    for (const code of ['40P01', '57014', '55P03']) {
      points.body = () => {
        throw Object.assign(new Error('database'), { code });
      };
      expect((await request()).error).toMatchObject({ kind: 'busy', reason: 'busy' });
    }
  });

  it('stores what an earlier transaction of a plain handler did, and names only that', async () => {
    const call = newCall({ requestId: randomUUID() });

    const rejected = doInTwoSteps(call);

    await expect(rejected).rejects.toMatchObject({ reason: 'second_step' });
    expect(await notes()).toEqual(['first step']);
    expect(call.events).toEqual([]);
  });
});
