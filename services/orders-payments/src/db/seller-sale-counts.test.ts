import { LOWEST_ID } from '@estampa/kernel/ids';
import { TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { expect, it } from 'vitest';
import { sellersSales } from './seller-sale-counts.ts';

const SELLER = '01900000-0000-7000-8000-000000000001';
const [NOW, TEN_MINUTES_MS] = [Date.parse('2026-11-28T12:00:00Z'), 600_000];
const OVER = TOTAL_COUNTED_MAX + 1;

it('counts of the older ones those that were not counted before', () => {
  let now = NOW;
  const counting = sellersSales('order_id', () => now);
  const counted = (found: { count: number; settled: number }, seller = SELLER) => {
    const { query, decode } = counting(seller);
    return [query.values, decode(found).count];
  };
  // The first 48 bits of a UUID v7 are its time.
  const upTo = '01a221fd-a240-7000-8000-000000000000';
  const nextUpTo = '01a22206-ca00-7000-8000-000000000000';

  expect(Number.parseInt(upTo.replace('-', '').slice(0, 12), 16)).toBe(NOW - TEN_MINUTES_MS);
  expect(counted({ count: 7, settled: 5 })).toEqual([[SELLER, LOWEST_ID, upTo, OVER], 7]);
  now += TEN_MINUTES_MS;
  expect(counted({ count: 3, settled: 2 })).toEqual([[SELLER, upTo, nextUpTo, OVER - 5], 8]);
  expect(counted({ count: 1, settled: 0 })).toEqual([[SELLER, nextUpTo, nextUpTo, OVER - 7], 8]);
  expect(counted({ count: 1, settled: 0 }, LOWEST_ID)).toEqual([[LOWEST_ID, LOWEST_ID, nextUpTo, OVER], 1]);
});

it('reads nothing more of a seller with more than are counted', () => {
  const counting = sellersSales('id', () => NOW);
  const first = counting(SELLER).decode({ count: OVER, settled: OVER - 10 });
  const second = counting(SELLER);

  expect([first.count, second.query.values.at(-1), second.decode({ count: 0, settled: 0 }).count]).toEqual([
    OVER,
    0,
    OVER,
  ]);
});
