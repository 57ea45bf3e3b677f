import { expect, it } from 'vitest';
import { retryDelayMs } from './email-delivery.ts';

it.each([
  [1, 30_000],
  [2, 60_000],
  [7, 1_920_000],
  [8, 3_600_000],
  [500, 3_600_000],
])('after attempt %i waits %i ms', (attempts, delayMs) => {
  expect(retryDelayMs(attempts)).toBe(delayMs);
});
