import { expect, it } from 'vitest';
import { BUSY_SHARE, nextRate, steadyRate } from './capacity.ts';

it.each([
  ['first', undefined, 20],
  ['as before when it was right', { perSecond: 50, busy: BUSY_SHARE }, 50],
  ['less in proportion', { perSecond: 50, busy: 2 * BUSY_SHARE }, 25],
  ['more in proportion', { perSecond: 50, busy: BUSY_SHARE / 1.2 }, 60],
  ['at most half as much again', { perSecond: 50, busy: BUSY_SHARE / 10 }, 75],
])('%s', (_what, before, perSecond) => {
  expect(nextRate(before)).toBeCloseTo(perSecond, 6);
});

it('the rate is what most of the last steps agree on', () => {
  const busy = [2, 1, 1, 1, 0.5].map((times) => ({ perSecond: 40, busy: times * BUSY_SHARE }));
  expect(steadyRate(busy)).toBeCloseTo(40, 6);
});
