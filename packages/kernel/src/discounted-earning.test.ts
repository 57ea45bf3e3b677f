import { expect, it } from 'vitest';
import { earningOf } from './discounted-earning.ts';

it.each([
  ['without a coupon', {}, 2_500],
  ['with one of the platform', { discountCents: 1_000, discountFunder: 'platform' }, 2_500],
  ['with the seller’s own', { discountCents: 1_000, discountFunder: 'seller' }, 1_500],
] as const)('%s', (_case, discount, cents) => {
  expect(earningOf({ quantity: 2, artistEarningsCents: 1_250, ...discount })).toBe(cents);
});
