import { describe, expect, it } from 'vitest';
import { changeCoupon, type Coupon, type NewCoupon, newCoupon } from './coupon.ts';

const NOW = new Date('2026-11-28T12:00:00.000Z');
const NEXT_MONTH = new Date('2026-12-01T00:00:00.000Z');
const FOUNDER = { id: 'coupon', createdBy: 'admin', sellerProfileId: null };
const TENTH: NewCoupon = { code: ' natal-10 ', discountBasisPoints: 1_000 };
const make = (wanted: Partial<NewCoupon> = {}): Coupon => newCoupon({ ...TENTH, ...wanted }, FOUNDER, NOW);

const wrongIn = (act: () => unknown): string[] => {
  try {
    act();
    return [];
  } catch (error) {
    return (error as { details: { fields: { path: string; code: string }[] } }).details.fields.map(
      ({ path, code }) => `${path} ${code}`,
    );
  }
};

describe('a new coupon', () => {
  it('is of the platform or of a seller, begins now and has its code in upper case', () => {
    expect(make()).toMatchObject({
      code: 'NATAL-10',
      funder: 'platform',
      discountBasisPoints: 1_000,
      discountCents: null,
      startsAt: NOW,
      endsAt: null,
      isActive: true,
      uses: 0,
    });
    expect(newCoupon(TENTH, { ...FOUNDER, sellerProfileId: 'seller' }, NOW).funder).toBe('seller');
  });

  it.each<[string, Partial<NewCoupon>, string[]]>([
    ['a share with a most', { maxDiscountCents: 5_000, minOrderCents: 1, maxUses: 1, endsAt: NEXT_MONTH }, []],
    ['an amount', { discountBasisPoints: undefined, discountCents: 1 }, []],
    ['all of the items', { discountBasisPoints: 10_000 }, []],
    ['a code that is too short', { code: 'abcd' }, ['code invalid_format']],
    ['a letter of another script', { code: 'NАTAL' }, ['code invalid_format']],
    ['neither share nor amount', { discountBasisPoints: undefined }, ['discountCents invalid_value']],
    ['both', { discountCents: 1 }, ['discountCents invalid_value']],
    ['nothing', { discountBasisPoints: 0 }, ['discountPercent too_small']],
    ['more than all', { discountBasisPoints: 10_001 }, ['discountPercent too_big']],
    [
      'a most of an amount',
      { discountBasisPoints: undefined, discountCents: 5, maxDiscountCents: 4 },
      ['maxDiscountCents invalid_value'],
    ],
    [
      'limits of nothing',
      { maxDiscountCents: 0, minOrderCents: 0, maxUses: 0 },
      ['maxDiscountCents too_small', 'minOrderCents too_small', 'maxUses too_small'],
    ],
    ['an end at its start', { endsAt: NOW }, ['endsAt too_small']],
    ['an end before its start', { startsAt: NEXT_MONTH, endsAt: NOW }, ['endsAt too_small']],
  ])('with %s', (_case, wanted, expected) => {
    expect(wrongIn(() => make(wanted))).toEqual(expected);
  });
});

describe('the limits of a coupon', () => {
  const used: Coupon = { ...make(), uses: 3 };

  it('change, and nothing else', () => {
    expect(changeCoupon(used, { isActive: false, maxUses: 3, endsAt: NEXT_MONTH }, NEXT_MONTH)).toEqual({
      ...used,
      isActive: false,
      maxUses: 3,
      endsAt: NEXT_MONTH,
      updatedAt: NEXT_MONTH,
    });
    expect(
      changeCoupon({ ...used, maxUses: 3, endsAt: NEXT_MONTH }, { maxUses: null, endsAt: null }, NEXT_MONTH),
    ).toMatchObject({
      maxUses: null,
      endsAt: null,
    });
  });

  it('never fall below what was used, or end it before it starts', () => {
    expect(wrongIn(() => changeCoupon(used, { maxUses: 2 }, NEXT_MONTH))).toEqual(['maxUses too_small']);
    expect(wrongIn(() => changeCoupon(used, { endsAt: NOW }, NEXT_MONTH))).toEqual(['endsAt too_small']);
  });
});
