import { LOWEST_ID } from '@estampa/kernel/ids';
import { TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { beforeEach, expect, it } from 'vitest';
import { sellersSales } from './seller-sale-counts.ts';

const SELLER = '01900000-0000-7000-8000-000000000001';
const [NOW, TEN_MINUTES_MS] = [Date.parse('2026-11-28T12:00:00Z'), 600_000];
const OVER = TOTAL_COUNTED_MAX + 1;

/** The first 48 bits of a UUID v7 are its time. */
const idOf = (at: number, rest: string) => `${at.toString(16).padStart(12, '0').replace(/^.{8}/, '$&-')}-7000-${rest}`;
const FIRST = '8000-000000000000';
type Found = { count: number; settled: number; upTo: string | null };

let now: number;
let counting: ReturnType<typeof sellersSales>;
beforeEach(() => {
  now = NOW;
  counting = sellersSales('order_id', () => now);
});
const counted = (found: Found, seller = SELLER) => {
  const { query, decode } = counting(seller);
  return [query.values, decode(found).count];
};
const none = { settled: 0, upTo: null };

it('counts of the older ones those that were not counted before', () => {
  const [until, nextUntil] = [idOf(NOW - TEN_MINUTES_MS, FIRST), idOf(NOW, FIRST)];
  const [fifth, seventh] = [idOf(NOW - 2 * TEN_MINUTES_MS, '8000-000000000005'), idOf(NOW - 1, '8000-000000000007')];

  expect(counted({ count: 7, settled: 5, upTo: fifth })).toEqual([[SELLER, LOWEST_ID, until, OVER], 7]);
  now += TEN_MINUTES_MS;
  expect(counted({ count: 3, settled: 2, upTo: seventh })).toEqual([[SELLER, fifth, nextUntil, OVER - 5], 8]);
  expect(counted({ count: 1, ...none })).toEqual([[SELLER, seventh, nextUntil, OVER - 7], 8]);
  expect(counted({ count: 1, ...none }, LOWEST_ID)).toEqual([[LOWEST_ID, LOWEST_ID, nextUntil, OVER], 1]);
});

it.each([
  ['back', -1_000],
  ['far ahead, and back', 1_000 * TEN_MINUTES_MS],
])('goes on from the last that was counted where the clock goes %s', (_how, stepMs) => {
  const last = idOf(NOW - TEN_MINUTES_MS - 1, '8000-000000000005');
  now += Math.max(stepMs, 0);
  counted({ count: 5, settled: 5, upTo: last });
  now = NOW + Math.min(stepMs, 0);

  const until = idOf(now - TEN_MINUTES_MS, FIRST);
  expect(counted({ count: 0, ...none })).toEqual([[SELLER, last, until, OVER - 5], 5]);
  expect(counted({ count: 1, ...none })).toEqual([[SELLER, last, until, OVER - 5], 6]);
});

it('reads nothing more of a seller with more than are counted', () => {
  const first = counting(SELLER).decode({ count: OVER, settled: OVER - 10, upTo: SELLER });
  const second = counting(SELLER);

  expect([first.count, second.query.values.at(-1), second.decode({ count: 0, ...none }).count]).toEqual([
    OVER,
    0,
    OVER,
  ]);
});
