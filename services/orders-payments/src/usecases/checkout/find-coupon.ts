import { couponCodeOf } from '@estampa/kernel/coupon-code';
import { DomainError } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import { coupons } from '../../db/coupon-repository.ts';
import type { Checkout } from '../../domain/checkout-rules.ts';
import { type FoundCoupon, mustBeUsable } from '../../domain/coupon-discount.ts';

type Wanted = Pick<Checkout, 'couponCode' | 'userId'>;

/** The coupon that a checkout names, if its buyer can use it now; null where none is named. */
export async function findCoupon(
  { em, now }: Pick<Context, 'em' | 'now'>,
  { couponCode, userId }: Wanted,
): Promise<FoundCoupon | null> {
  if (couponCode === undefined) return null;
  const coupon = await coupons.findForBuyer(em, couponCodeOf(couponCode), userId);
  mustBeUsable(coupon, now());
  return coupon;
}

/** Why a coupon that could be used a moment ago could not be used with the order. */
export async function couponLost(context: Pick<Context, 'em' | 'now'>, wanted: Wanted): Promise<never> {
  await findCoupon(context, wanted);
  // It was given back in between.
  throw new DomainError('conflict', 'conflict', 'The coupon was used by another order at the same time; try again');
}
