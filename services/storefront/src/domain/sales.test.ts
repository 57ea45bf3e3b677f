import { expect, it } from 'vitest';
import { recentSince, salesOf, soldOn } from './sales.ts';

/** The second of March in UTC, but the first in São Paulo. */
const paidAt = new Date('2026-03-02T02:59:59.999Z');

it.each([
  ['approved', paidAt, '2026-03-01'],
  ['pending', undefined, null],
  ['refunded', paidAt, null],
  ['cancelled', paidAt, null],
])('an order that is %s counts for its day of payment, or not at all', (paymentStatus, at, expected) => {
  expect(soldOn({ paymentStatus, paidAt: at })).toBe(expected);
});

it('sums the lines of one product', () => {
  const line = (sellerProductId: string, quantity: number) => ({
    sellerProductId,
    sellerProfileId: 'seller',
    artworkId: 'artwork',
    quantity,
  });

  expect(salesOf([line('a', 1), line('b', 2), line('a', 3)])).toEqual([line('a', 4), line('b', 2)]);
});

it.each([
  ['2026-03-31T15:00:00Z', '2026-03-01'],
  ['2026-03-31T02:59:59Z', '2026-02-28'],
])('at %s the last thirty days begin on %s, as days are counted in São Paulo', (now, since) => {
  expect(recentSince(new Date(now))).toBe(since);
});
