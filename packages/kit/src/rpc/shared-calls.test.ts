import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentCall, newCall, runInCall } from './call.ts';
import { GATHERING_MS, SharedCalls } from './shared-calls.ts';

/** Calls that respond when a test says so: to each question with its double. */
function pendingCalls(questionsPerCall = 100, enough = 1) {
  const calls: { questions: readonly number[]; response: () => void; fail: (error: Error) => void }[] = [];
  const shared = new SharedCalls<number, number>(
    (questions) => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>();
      calls.push({ questions, response: () => resolve(questions.map((one) => 2 * one)), fail: reject });
      return promise;
    },
    { questionsPerCall, counts: (question) => question > 0, enough },
  );
  const called = async (count: number) => {
    while (calls.length < count) await new Promise(setImmediate);
  };
  return { calls, shared, called, requested: () => calls.map(({ questions }) => questions) };
}

it('sends what gathers during one call with the next', async () => {
  const { calls, shared, called, requested } = pendingCalls();
  const first = shared.join(1);
  await called(1);

  const next = [2, 3, 3].map((question) => shared.join(question));
  calls[0]!.response();
  expect(await first).toBe(2);
  await called(2);
  calls[1]!.response();

  expect(await Promise.all(next)).toEqual([4, 6, 6]);
  expect(requested()).toEqual([[1], [2, 3, 3]]);
});

it('runs in a call of its own, not in that of the first caller', async () => {
  const caller = newCall({ requestId: 'asker', deadline: 1 });
  const shared = new SharedCalls(async () => [currentCall()], { questionsPerCall: 1 });

  const call = await runInCall(caller, () => shared.join('a'));
  expect(call).toMatchObject({ deadline: null, signal: null, span: null });
  expect(call).not.toBe(caller);
});

it('sends no more in one call than the limit; what does not count rides along', async () => {
  const { calls, shared, called, requested } = pendingCalls(2);
  const all = [1, 2, 3, 0, -1].map((question) => shared.join(question));
  await called(1);
  calls[0]!.response();
  await called(2);
  calls[1]!.response();

  expect(await Promise.all(all)).toEqual([2, 4, 6, 0, -2]);
  expect(requested()).toEqual([[1, 2, 0, -1], [3]]);
});

it('fails those of a failing call alone', async () => {
  const { calls, shared, called } = pendingCalls();
  const first = shared.join(1);
  await called(1);
  const second = shared.join(2);
  calls[0]!.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await called(2);
  calls[1]!.response();

  expect(await second).toBe(4);
});

describe('after a call of many questions', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Four have their responses, and a fifth has come by then. */
  async function respondedFour(enough = 1) {
    const pending = pendingCalls(100, enough);
    const first = [1, 2, 3, 4].map((question) => pending.shared.join(question));
    await pending.called(1);
    const early = pending.shared.join(5);
    pending.calls[0]!.response();
    await Promise.all(first);
    return { ...pending, early };
  }

  it('waits a little for more', async () => {
    const { calls, shared, called, requested, early } = await respondedFour();
    await new Promise(setImmediate);
    const late = shared.join(6);
    await new Promise(setImmediate);
    expect(requested()).toEqual([[1, 2, 3, 4]]);

    vi.advanceTimersByTime(GATHERING_MS);
    await called(2);
    calls[1]!.response();

    expect(await Promise.all([early, late])).toEqual([10, 12]);
    expect(requested()).toEqual([
      [1, 2, 3, 4],
      [5, 6],
    ]);
  });

  it('waits no longer than until as many are there', async () => {
    const { calls, shared, called, requested, early } = await respondedFour();

    const rest = [6, 7, 8, 9].map((question) => shared.join(question));
    await called(2);
    vi.advanceTimersByTime(GATHERING_MS);
    await new Promise(setImmediate);
    calls[1]!.response();

    expect(await Promise.all([early, ...rest])).toEqual([10, 12, 14, 16, 18]);
    expect(requested()).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8, 9],
    ]);
  });

  it('waits for no more than are enough', async () => {
    const { calls, shared, called, requested, early } = await respondedFour(0.6);
    const [second, third] = [shared.join(6), shared.join(7)];
    await called(2);
    calls[1]!.response();

    expect(await Promise.all([early, second, third])).toEqual([10, 12, 14]);
    expect(requested()[1]).toEqual([5, 6, 7]);
  });
});

describe('a call that takes long', () => {
  const SLOW_MS = 50;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const ticks = async () => {
    for (let tick = 0; tick < 3; tick += 1) await new Promise(setImmediate);
  };

  it('delays no others after a while', async () => {
    const { calls, shared, called, requested } = pendingCalls();
    const first = shared.join(1);
    await called(1);
    const second = shared.join(2);
    vi.advanceTimersByTime(SLOW_MS - 1);
    await ticks();
    expect(requested()).toEqual([[1]]);

    vi.advanceTimersByTime(1);
    await called(2);
    calls[1]!.response();
    expect(await second).toBe(4);
    calls[0]!.response();
    expect([await first, vi.getTimerCount()]).toEqual([2, 0]);
  });

  it('is one of so many that hang at once, and of no more', async () => {
    const { calls, shared, called } = pendingCalls();
    const all = [];
    for (let count = 1; count <= 64; count += 1) {
      all.push(shared.join(count));
      await called(count);
      vi.advanceTimersByTime(SLOW_MS);
    }
    const last = shared.join(65);
    await ticks();
    expect(calls).toHaveLength(64);

    calls[7]!.response();
    await called(65);
    for (const { response } of calls) response();
    expect(await last).toBe(130);
    expect(await Promise.all(all)).toHaveLength(64);
  });
});
