import { expect, it } from 'vitest';
import { backOffMs } from './apply-in-order.ts';

it.each([
  [1, 100],
  [2, 200],
  [3, 400],
  [5, 1_600],
  [6, 2_000],
  [60, 2_000],
])('after %i attempts that failed the next one is %i ms later', (tries, ms) => {
  expect(backOffMs(tries)).toBe(ms);
});
