import { randomNumbers } from '@estampa/testing/random-numbers';
import { describe, expect, it } from 'vitest';
import {
  discountOf,
  discountsWith,
  type DiscountedItem,
  type FoundCoupon,
  LEFT_TO_PAY_MIN_CENTS,
  mustBeUsable,
} from './coupon-discount.ts';
import type { CouponTerms } from './coupon.ts';

const NOW = new Date('2026-11-28T12:00:00.000Z');
const EARLIER = new Date('2026-11-01T00:00:00.000Z');
const NEXT_MONTH = new Date('2026-12-01T00:00:00.000Z');
const TENTH: CouponTerms = {
  sellerProfileId: null,
  discountBasisPoints: 1_000,
  discountCents: null,
  maxDiscountCents: null,
  minOrderCents: null,
  startsAt: EARLIER,
};
const amount = (discountCents: number): CouponTerms => ({ ...TENTH, discountBasisPoints: null, discountCents });
const item = (lineTotalCents: number, earningCents: number, sellerProfileId = 'a'): DiscountedItem => ({
  sellerProfileId,
  lineTotalCents,
  earningCents,
});
const ITEMS = [item(3_333, 700), item(3_333, 300, 'b'), item(3_334, 0)];
const sum = (amounts: readonly number[]): number => amounts.reduce((cents, one) => cents + one, 0);

const reasonOf = (act: () => unknown): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { reason: string }).reason;
  }
};

describe('what a coupon takes off', () => {
  it.each<[string, CouponTerms, readonly DiscountedItem[], number, number[]]>([
    ['a share: each item its part, left cents by largest remainder', TENTH, ITEMS, 0, [333, 333, 334]],
    ['half a cent up', { ...TENTH, discountBasisPoints: 50 }, [item(1_500, 0)], 0, [8]],
    ['an amount', amount(1_000), ITEMS, 0, [333, 333, 334]],
    ['no more of a share than its most', { ...TENTH, maxDiscountCents: 100 }, ITEMS, 0, [33, 33, 34]],
    ['no more than leaves something to pay', amount(20_000), [item(2_000, 0)], 0, [1_500]],
    ['all of the items where shipping is enough', amount(20_000), [item(2_000, 0)], 500, [2_000]],
    ['never of shipping', amount(20_000), [item(2_000, 0)], 9_000, [2_000]],
    [
      'a seller’s: of own items alone, like what they earn',
      { ...amount(100), sellerProfileId: 'a' },
      [...ITEMS, item(900, 300)],
      0,
      [70, 0, 0, 30],
    ],
    ['a seller’s: no more than they earn', { ...amount(9_999), sellerProfileId: 'a' }, ITEMS, 0, [700, 0, 0]],
    ['a seller’s share is of own items', { ...TENTH, sellerProfileId: 'b' }, ITEMS, 0, [0, 300, 0]],
  ])('%s', (_case, coupon, items, shippingCents, expected) => {
    expect(discountOf(coupon, items, shippingCents)).toEqual(expected);
  });

  it.each<[string, CouponTerms, readonly DiscountedItem[], string | null]>([
    ['is enough for its least', { ...TENTH, minOrderCents: 10_000 }, ITEMS, null],
    ['is too little', { ...TENTH, minOrderCents: 10_001 }, ITEMS, 'coupon_minimum_not_reached'],
    [
      'is too little of one store',
      { ...TENTH, sellerProfileId: 'b', minOrderCents: 3_334 },
      ITEMS,
      'coupon_minimum_not_reached',
    ],
    ['is of other stores', { ...TENTH, sellerProfileId: 'c' }, ITEMS, 'coupon_not_applicable'],
    ['earns its seller nothing', { ...TENTH, sellerProfileId: 'a' }, [item(3_334, 0)], 'coupon_not_applicable'],
    ['costs no more than is left', TENTH, [item(LEFT_TO_PAY_MIN_CENTS, 9)], 'coupon_not_applicable'],
    ['comes to less than half a cent', { ...TENTH, discountBasisPoints: 1 }, [item(4_999, 9)], 'coupon_not_applicable'],
  ])('of an order that %s', (_case, coupon, items, expected) => {
    expect(reasonOf(() => discountOf(coupon, items, 0))).toBe(expected);
  });

  it('adds up, and takes of no item more than it costs, or earns where its seller bears it', () => {
    const random = randomNumbers(20_261_128);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    let applied = 0;
    for (let order = 0; order < 3_000; order += 1) {
      const items = Array.from({ length: 1 + upTo(5) }, () => {
        const lineTotalCents = 1 + upTo(order % 2 === 0 ? 40 : 20_000);
        return item(lineTotalCents, upTo(lineTotalCents), 'ab'[upTo(1)]);
      });
      const shippingCents = upTo(2_000);
      const coupon: CouponTerms = {
        ...(random() < 0.5 ? { ...TENTH, discountBasisPoints: 1 + upTo(9_999) } : amount(1 + upTo(30_000))),
        sellerProfileId: [null, 'a'][upTo(1)]!,
        maxDiscountCents: random() < 0.3 ? 1 + upTo(500) : null,
      };
      const reason = reasonOf(() => discountOf(coupon, items, shippingCents));
      expect(reasonOf(() => discountsWith(coupon, items, [shippingCents]))).toBe(reason);
      if (reason !== null) continue;
      applied += 1;
      const parts = discountOf(coupon, items, shippingCents);
      expect(discountsWith(coupon, items, [shippingCents])).toEqual([sum(parts)]);
      const total = sum(items.map(({ lineTotalCents }) => lineTotalCents)) + shippingCents - sum(parts);

      expect(total).toBeGreaterThanOrEqual(LEFT_TO_PAY_MIN_CENTS);
      for (const [place, part] of parts.entries()) {
        const { lineTotalCents, earningCents, sellerProfileId } = items[place]!;
        const most = coupon.sellerProfileId === null ? lineTotalCents : earningCents;
        expect(part).toBeGreaterThanOrEqual(0);
        expect(part).toBeLessThanOrEqual(coupon.sellerProfileId === 'a' && sellerProfileId !== 'a' ? 0 : most);
      }
      if (coupon.discountCents !== null) expect(sum(parts)).toBeLessThanOrEqual(coupon.discountCents);
      if (coupon.maxDiscountCents !== null && coupon.discountCents === null)
        expect(sum(parts)).toBeLessThanOrEqual(coupon.maxDiscountCents);
    }
    expect(applied).toBeGreaterThan(1_000);
  });
});

it('is quoted with each price of shipping, of which some leave nothing to take off', () => {
  const [small] = [item(450, 100)];

  expect(discountsWith(amount(300), [small], [0, 60, 1_000])).toEqual([0, 10, 300]);
  expect(reasonOf(() => discountsWith(amount(300), [small], [0, 50]))).toBe('coupon_not_applicable');
  expect(discountsWith(amount(300), [small], [])).toEqual([]);
  expect(reasonOf(() => discountsWith({ ...TENTH, sellerProfileId: 'a' }, [item(450, 0)], []))).toBe(
    'coupon_not_applicable',
  );
});

describe('a coupon can be used', () => {
  const COUPON: FoundCoupon = {
    ...TENTH,
    id: 'coupon',
    code: 'NATAL-10',
    funder: 'platform',
    isActive: true,
    maxUses: 2,
    endsAt: NEXT_MONTH,
    uses: 1,
    createdBy: 'admin',
    createdAt: EARLIER,
    updatedAt: EARLIER,
    usedByOrderId: null,
  };

  it.each<[string, Partial<FoundCoupon> | null, string | null]>([
    ['within its limits', {}, null],
    ['from its start on', { startsAt: NOW }, null],
    ['not where there is none', null, 'coupon_unknown'],
    ['not before its start', { startsAt: NEXT_MONTH }, 'coupon_unknown'],
    ['not once it is ended', { isActive: false, uses: 2 }, 'coupon_unknown'],
    ['not from its end on', { endsAt: NOW }, 'coupon_expired'],
    ['not more often', { uses: 2 }, 'coupon_used_up'],
    ['not by who has used it', { usedByOrderId: 'order', uses: 2, endsAt: NOW }, 'coupon_already_used'],
  ])('%s', (_case, change, expected) => {
    expect(reasonOf(() => mustBeUsable(change === null ? undefined : { ...COUPON, ...change }, NOW))).toBe(expected);
  });
});
