import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Orm } from '../postgres/connect.ts';
import { InboxWatch } from './inbox-watch.ts';

const LONGEST_MS = 2_000;

let queries: number;
let watch: InboxWatch;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  queries = 0;
  const away = () => {
    queries += 1;
    throw new Error('the database is away');
  };
  watch = new InboxWatch({ em: { fork: away } } as unknown as Orm);
});
afterEach(() => void vi.useRealTimers());

const outcome = (ids: readonly string[], signal: AbortSignal | null = null) =>
  watch.outcome(ids, { longestMs: LONGEST_MS, signal });

describe('while the inbox cannot be read, a wait for events', () => {
  it('is over at once when they have been applied here', async () => {
    watch.applied(['a', 'b']);

    expect([await outcome(['a', 'b']), await outcome([]), queries, vi.getTimerCount()]).toEqual([
      'applied',
      'applied',
      0,
      0,
    ]);
  });

  it('ends with the last of them, which all that wait for it learn', async () => {
    const waits = [outcome(['a', 'b']), outcome(['b', 'c'])];
    watch.applied(['a']);
    watch.applied(['b']);
    expect(await waits[0]).toBe('applied');
    watch.applied(['c']);

    expect(await waits[1]).toBe('applied');
  });

  it('ends after its time', async () => {
    const wait = outcome(['a']);
    await vi.advanceTimersByTimeAsync(LONGEST_MS - 1);
    watch.applied(['b']);
    const early = await Promise.race([wait, Promise.resolve('it goes on')]);
    await vi.advanceTimersByTimeAsync(1);

    expect([early, await wait]).toEqual(['it goes on', 'late']);
  });

  it.each(['its time is over', 'its caller has gone'])(
    'costs nothing more when %s, and leaves its place',
    async (why) => {
      // What else runs in the process may have timers.
      const timers = vi.getTimerCount();
      const caller = new AbortController();
      const [other, wait] = [outcome(['a', 'z']), outcome(['a', 'b'], caller.signal)];
      if (why === 'its caller has gone') caller.abort();
      await vi.advanceTimersByTimeAsync(LONGEST_MS);
      expect([await wait, await other]).toEqual(['late', 'late']);
      const before = queries;
      await vi.advanceTimersByTimeAsync(LONGEST_MS);

      expect(queries).toBe(before);
      expect(vi.getTimerCount()).toBeLessThanOrEqual(timers);
      const all = outcome(Array.from({ length: 10_000 }, (_none, at) => `place ${at}`));
      await vi.advanceTimersByTimeAsync(LONGEST_MS);
      expect(await all).toBe('late');
    },
  );

  it('goes on for others when one of them ends', async () => {
    const caller = new AbortController();
    const [wait, other] = [outcome(['a'], caller.signal), outcome(['a'])];
    caller.abort();
    expect(await wait).toBe('late');
    watch.applied(['a']);

    expect(await other).toBe('applied');
  });

  it('ends with its caller', async () => {
    const caller = new AbortController();
    const wait = outcome(['a'], caller.signal);
    caller.abort();

    expect([await wait, await outcome(['b'], caller.signal)]).toEqual(['late', 'late']);
  });

  it('queries soon, then less often, and not at all once nobody waits', async () => {
    const wait = outcome(['a']);
    const counts: number[] = [];
    for (const ms of [7, 1, 15, 1, 24, 1, 24, 1]) {
      await vi.advanceTimersByTimeAsync(ms);
      counts.push(queries);
    }
    watch.applied(['a']);
    await wait;
    await vi.advanceTimersByTimeAsync(LONGEST_MS);

    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
    expect([queries, vi.getTimerCount()]).toEqual([4, 0]);
  });

  it('queries at once when something was committed about its events, and about no others', async () => {
    const wait = outcome(['a', 'b']);
    watch.notify(['c']);
    await vi.advanceTimersByTimeAsync(0);
    const before = queries;
    watch.notify(['c', 'b']);
    await vi.advanceTimersByTimeAsync(0);

    expect([before, queries]).toEqual([0, 1]);
    watch.applied(['a', 'b']);
    expect(await wait).toBe('applied');
  });

  it('is rejected when too many are waited for', async () => {
    const ids = (name: string, count: number) => Array.from({ length: count }, (_none, at) => `${name} ${at}`);
    const all = outcome(ids('a', 10_000));

    await expect(outcome(['b'])).rejects.toMatchObject({ kind: 'limited', reason: 'too_many_waiting' });
    watch.applied(['a 0']);
    const one = outcome(['b']);
    watch.applied([...ids('a', 10_000), 'b']);
    expect([await all, await one]).toEqual(['applied', 'applied']);
  });

  it('knows the last ten thousand that were applied, at least half of them', async () => {
    const ids = Array.from({ length: 15_000 }, (_none, at) => String(at));
    watch.applied(ids);
    const known = await Promise.all(
      ['14999', '10000', '5000', '4999', '0'].map((id) => outcome([id], AbortSignal.abort())),
    );

    expect(known).toEqual(['applied', 'applied', 'applied', 'late', 'late']);
  });

  it('knows for half a minute at least what was applied, and for a minute at most', async () => {
    const known = () => Promise.all(['a', 'b', 'c'].map((id) => outcome([id], AbortSignal.abort())));
    watch.applied(['a']);
    await vi.advanceTimersByTimeAsync(29_999);
    watch.applied(['b']);
    await vi.advanceTimersByTimeAsync(1);
    watch.applied(['c']);
    expect(await known()).toEqual(['applied', 'applied', 'applied']);
    await vi.advanceTimersByTimeAsync(29_999);
    watch.applied(['d']);
    expect(await known()).toEqual(['applied', 'applied', 'applied']);
    await vi.advanceTimersByTimeAsync(1);
    watch.applied(['e']);

    expect(await known()).toEqual(['late', 'late', 'applied']);
  });
});
