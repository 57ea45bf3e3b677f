import { AMOUNT_MAX_CENTS } from '@estampa/kernel/checkout-rules';
import { COUPON_CODE_CHARACTERS, couponCodeOf, isCouponCode } from '@estampa/kernel/coupon-code';
import type { CouponFunder } from '@estampa/kernel/discounted-earning';
import { DomainError, type FieldError } from '@estampa/kernel/errors';
import { BASIS_POINTS } from '@estampa/kernel/money';
import { field, invalidFields } from './checkout-rules.ts';

/** What a coupon takes off, and of which orders: fixed for good, so that what a buyer was promised holds. */
export type CouponTerms = {
  /** Null for the platform's; a seller's is taken off that seller's items alone. */
  sellerProfileId: string | null;
  /** One of the two is null. */
  discountBasisPoints: number | null;
  discountCents: number | null;
  /** The most that a share comes to. */
  maxDiscountCents: number | null;
  /** Of the items that it is taken off, before the discount. */
  minOrderCents: number | null;
  startsAt: Date;
};

/** What may change: when it ends, and how often it can be used. */
export type CouponLimits = { isActive: boolean; maxUses: number | null; endsAt: Date | null };

export type Coupon = CouponTerms &
  CouponLimits & {
    id: string;
    code: string;
    funder: CouponFunder;
    /** By orders that are paid or may still be. */
    uses: number;
    createdBy: string;
    createdAt: Date;
    updatedAt: Date;
  };

export type NewCoupon = {
  code: string;
  discountBasisPoints?: number | undefined;
  discountCents?: number | undefined;
  maxDiscountCents?: number | undefined;
  minOrderCents?: number | undefined;
  maxUses?: number | undefined;
  startsAt?: Date | undefined;
  endsAt?: Date | undefined;
};

type Founder = { id: string; createdBy: string; sellerProfileId: string | null };

/** A new coupon; names every field that is wrong. */
export function newCoupon(wanted: NewCoupon, founder: Founder, now: Date): Coupon {
  const code = couponCodeOf(wanted.code);
  const startsAt = wanted.startsAt ?? now;
  const endsAt = wanted.endsAt ?? null;
  const wrong = [
    ...wrongTerms(code, wanted),
    ...wrongLimits({ maxUses: wanted.maxUses, endsAt }, { startsAt, uses: 0 }),
  ];
  if (wrong.length > 0) throw invalidFields(wrong);
  return {
    ...founder,
    code,
    funder: founder.sellerProfileId === null ? 'platform' : 'seller',
    discountBasisPoints: wanted.discountBasisPoints ?? null,
    discountCents: wanted.discountCents ?? null,
    maxDiscountCents: wanted.maxDiscountCents ?? null,
    minOrderCents: wanted.minOrderCents ?? null,
    maxUses: wanted.maxUses ?? null,
    startsAt,
    endsAt,
    isActive: true,
    uses: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * A coupon has its code to itself until it is ended, whatever its dates are. So a store cannot have many of them, or it would take
 * codes from others.
 */
export const COUPONS_OF_SELLER_MAX = 100;

export function mustHaveRoom(count: number): void {
  if (count < COUPONS_OF_SELLER_MAX) return;
  const message = `A store has at most ${COUPONS_OF_SELLER_MAX} coupons that are not ended; end one of them first`;
  throw new DomainError('invalid', 'limit_reached', message);
}

/** Its new limits; nothing of what it takes off. What was used stays used. */
export function changeCoupon(coupon: Coupon, change: Partial<CouponLimits>, now: Date): Coupon {
  const wrong = wrongLimits(change, coupon);
  if (wrong.length > 0) throw invalidFields(wrong);
  return { ...coupon, ...change, updatedAt: now };
}

function wrongTerms(code: string, wanted: NewCoupon): FieldError[] {
  const { discountBasisPoints, discountCents, maxDiscountCents, minOrderCents } = wanted;
  const { min, max } = COUPON_CODE_CHARACTERS;
  const codes = isCouponCode(code)
    ? []
    : [field('code', 'invalid_format', `takes ${min}-${max} of A-Z, 0-9 and -, in any case`)];
  const isOne = (discountBasisPoints === undefined) !== (discountCents === undefined);
  const kinds = isOne ? [] : [field('discountCents', 'invalid_value', 'or discountPercent is needed, and not both')];
  const caps =
    maxDiscountCents !== undefined && discountBasisPoints === undefined
      ? [field('maxDiscountCents', 'invalid_value', 'is for a discountPercent alone')]
      : [];
  return [
    ...codes,
    ...kinds,
    ...caps,
    ...notWithin('discountPercent', discountBasisPoints, BASIS_POINTS),
    ...notWithin('discountCents', discountCents, AMOUNT_MAX_CENTS),
    ...notWithin('maxDiscountCents', maxDiscountCents, AMOUNT_MAX_CENTS),
    ...notWithin('minOrderCents', minOrderCents, AMOUNT_MAX_CENTS),
  ];
}

type Uses = Pick<Coupon, 'startsAt' | 'uses'>;

function wrongLimits(
  { maxUses, endsAt }: { maxUses?: number | null | undefined; endsAt?: Date | null | undefined },
  { startsAt, uses }: Uses,
): FieldError[] {
  const fewer = Math.max(uses, 1);
  return [
    ...(typeof maxUses === 'number' && maxUses < fewer
      ? [field('maxUses', 'too_small', `must be at least ${fewer}`)]
      : []),
    ...(endsAt && endsAt <= startsAt ? [field('endsAt', 'too_small', 'must be after startsAt')] : []),
  ];
}

const notWithin = (path: string, value: number | undefined, max: number): FieldError[] => {
  if (value === undefined || (value >= 1 && value <= max)) return [];
  return [field(path, value < 1 ? 'too_small' : 'too_big', value < 1 ? 'must be more than 0' : 'is too much')];
};
