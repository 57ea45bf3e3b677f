import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Wakeable, wakeable } from './wakeable.ts';

const LONGEST_MS = 2_000;

let stop: AbortController;
let wake: Wakeable;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  stop = new AbortController();
  wake = wakeable(stop.signal);
});
afterEach(() => void vi.useRealTimers());

const isOver = async (sleep: Promise<void>) => {
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([sleep.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);
};

it('sleeps for its time', async () => {
  const sleep = wake.next(LONGEST_MS);
  await vi.advanceTimersByTimeAsync(LONGEST_MS - 1);
  expect(await isOver(sleep)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);

  expect(await isOver(sleep)).toBe(true);
});

it('wakes up earlier, and sleeps again', async () => {
  const sleep = wake.next(LONGEST_MS);
  wake.now();
  expect([await isOver(sleep), vi.getTimerCount()]).toEqual([true, 0]);

  expect(await isOver(wake.next(LONGEST_MS))).toBe(false);
});

it('does not fall asleep when something came while it was awake, which counts once', async () => {
  wake.now();
  wake.now();
  expect(await isOver(wake.next(LONGEST_MS))).toBe(true);

  expect(await isOver(wake.next(LONGEST_MS))).toBe(false);
});

it('sleeps no more once it is stopped', async () => {
  const sleep = wake.next(LONGEST_MS);
  stop.abort();

  expect([await isOver(sleep), await isOver(wake.next(LONGEST_MS)), await isOver(wake.next(LONGEST_MS))]).toEqual([
    true,
    true,
    true,
  ]);
});

it('leaves nothing behind with its owner when it is forgotten', async () => {
  wake.forget();
  const sleep = wake.next(LONGEST_MS);
  stop.abort();

  expect(await isOver(sleep)).toBe(false);
});
