import { expect, it } from 'vitest';
import { pauseAfter } from './render-queue.ts';

it.each([
  [1, 1_000],
  [2, 4_000],
  [3, 16_000],
  [6, 1_024_000],
  [7, 3_600_000],
  [100, 3_600_000],
])('after %i failures the next try is in %i ms', (tries, ms) => {
  expect(pauseAfter(tries)).toBe(ms);
});
