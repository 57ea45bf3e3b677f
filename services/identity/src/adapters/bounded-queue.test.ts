import { describe, expect, it } from 'vitest';
import { boundedQueue } from './bounded-queue.ts';

/** A task that ends when the test says so. */
function task() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const begun: string[] = [];
  return { begun, end: resolve, fail: reject, run: (name: string) => () => (begun.push(name), promise) };
}

describe('a bounded queue', () => {
  it('does as much at once as it may, the rest in the order in which it came', async () => {
    const queued = boundedQueue({ atOnce: 2, waitingMax: 2 });
    const { begun, end, run } = task();

    const all = ['a', 'b', 'c', 'd'].map((name) => queued(run(name)));

    expect(begun).toEqual([]);
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b']);
    end('done');
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done']);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rejects what is beyond its bound, says when to come back, and takes on more when there is room', async () => {
    const queued = boundedQueue({ atOnce: 1, waitingMax: 1 });
    const { end, run } = task();
    const taken = [queued(run('a')), queued(run('b'))];

    await expect(queued(run('c'))).rejects.toMatchObject({
      kind: 'unavailable',
      reason: 'busy',
      details: { retryAfterSeconds: expect.any(Number) },
    });
    end('done');
    await Promise.all(taken);
    expect(await queued(run('d'))).toBe('done');
  });

  it('passes over who gave up', async () => {
    const queued = boundedQueue({ atOnce: 1, waitingMax: 2 });
    const { begun, end, run } = task();
    const caller = new AbortController();
    const first = queued(run('a'));
    const second = queued(run('b'), caller.signal);
    const third = queued(run('c'));

    caller.abort();

    await expect(second).rejects.toMatchObject({ reason: 'gave_up' });
    await expect(queued(run('d'), caller.signal)).rejects.toMatchObject({ reason: 'gave_up' });
    end('done');
    await Promise.all([first, third]);
    expect(begun).toEqual(['a', 'c']);
  });

  it('goes on after a failure', async () => {
    const queued = boundedQueue({ atOnce: 1, waitingMax: 1 });
    const { fail, run } = task();
    const failing = queued(run('a'));

    fail(new Error('broken'));

    await expect(failing).rejects.toThrow('broken');
    expect(await queued(async () => 'fine')).toBe('fine');
  });
});
