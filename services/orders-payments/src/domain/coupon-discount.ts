import { DomainError } from '@estampa/kernel/errors';
import { portion } from '@estampa/kernel/money';
import { inProportion } from '@estampa/kernel/proportion';
import type { Coupon, CouponLimits, CouponTerms } from './coupon.ts';

/** What a coupon leaves to be paid: every provider makes a charge of that. An order that costs less without it stays as it is. */
export const LEFT_TO_PAY_MIN_CENTS = 500;

/** A coupon as a buyer finds it. */
export type FoundCoupon = Coupon & {
  /** The order that this buyer has used it in; null if there is none, or it ended unpaid. */
  usedByOrderId: string | null;
};

/** Whether a buyer can use it now. One that is not there yet, or was ended, is told like one that never was. */
export function mustBeUsable(coupon: FoundCoupon | undefined, now: Date): asserts coupon is FoundCoupon {
  if (!coupon || coupon.startsAt > now || !coupon.isActive)
    throw rejection('coupon_unknown', 'There is no such coupon');
  if (coupon.usedByOrderId !== null) {
    const message = 'You have used this coupon in another order, which is paid or waits for its payment';
    throw rejection('coupon_already_used', message, { orderId: coupon.usedByOrderId });
  }
  if (hasEnded(coupon, now)) throw rejection('coupon_expired', 'The coupon has expired');
  if (isUsedUp(coupon)) throw rejection('coupon_used_up', 'The coupon has been used as often as it can be');
}

const hasEnded = ({ endsAt }: Pick<CouponLimits, 'endsAt'>, now: Date): boolean => endsAt !== null && endsAt <= now;
const isUsedUp = ({ maxUses, uses }: Pick<Coupon, 'maxUses' | 'uses'>): boolean => maxUses !== null && uses >= maxUses;

/** An item of an order, all of its units in sum. */
export type DiscountedItem = { sellerProfileId: string; lineTotalCents: number; earningCents: number };

/**
 * What a coupon takes off each item. The platform's is spread like what the items cost; a seller's like what that seller's items
 * earn, which is also the most that it takes off: so none earns less than nothing. Shipping is never discounted.
 */
export function discountOf(coupon: CouponTerms, items: readonly DiscountedItem[], shippingCents: number): number[] {
  const offer = offerOf(coupon, items);
  const discountCents = takenWith(offer, shippingCents);
  if (discountCents === 0) throw takesNothingOff();
  return inProportion(offer.shares, discountCents, sum(offer.shares));
}

/** What it takes off altogether with each price of shipping: 0 with one with which it cannot be used, as long as it can with another. */
export function discountsWith(
  coupon: CouponTerms,
  items: readonly DiscountedItem[],
  shippingCents: readonly number[],
): number[] {
  const offer = offerOf(coupon, items);
  const taken = shippingCents.map((cents) => takenWith(offer, cents));
  if (offer.wantedCents === 0 || (taken.length > 0 && Math.max(...taken) === 0)) throw takesNothingOff();
  return taken;
}

type Offer = {
  /** Of the items in it. */
  shares: number[];
  /** What it takes off where enough is left to pay. */
  wantedCents: number;
  subtotalCents: number;
};

function offerOf(coupon: CouponTerms, items: readonly DiscountedItem[]): Offer {
  const isMeant = ({ sellerProfileId }: DiscountedItem) =>
    coupon.sellerProfileId === null || coupon.sellerProfileId === sellerProfileId;
  if (!items.some(isMeant)) throw rejection('coupon_not_applicable', 'The coupon is for items of another store');
  const costs = items.map((item) => (isMeant(item) ? item.lineTotalCents : 0));
  const bearing = items.map((item) => (isMeant(item) ? item.earningCents : 0));
  const shares = coupon.sellerProfileId === null ? costs : bearing;

  const costCents = sum(costs);
  const { minOrderCents } = coupon;
  if (minOrderCents !== null && costCents < minOrderCents) {
    const message = `The coupon needs items of at least ${minOrderCents} cents, and these cost ${costCents}`;
    throw rejection('coupon_minimum_not_reached', message, { minOrderCents });
  }
  const wantedCents = Math.max(0, Math.min(wantedOf(coupon, costCents), sum(shares)));
  return { shares, wantedCents, subtotalCents: sum(items.map(({ lineTotalCents }) => lineTotalCents)) };
}

const takenWith = ({ wantedCents, subtotalCents }: Offer, shippingCents: number): number =>
  Math.max(0, Math.min(wantedCents, subtotalCents + shippingCents - LEFT_TO_PAY_MIN_CENTS));

const takesNothingOff = (): DomainError =>
  rejection('coupon_not_applicable', 'The coupon takes nothing off this order');

/** What it would take off, whatever it can. */
function wantedOf({ discountBasisPoints, discountCents, maxDiscountCents }: CouponTerms, costCents: number): number {
  if (discountBasisPoints === null) return discountCents!;
  return Math.min(portion(costCents, discountBasisPoints), maxDiscountCents ?? costCents);
}

const sum = (amounts: readonly number[]): number => amounts.reduce((cents, one) => cents + one, 0);

const rejection = (reason: string, message: string, members: Record<string, string | number> = {}): DomainError =>
  new DomainError('invalid', reason, message, {
    fields: [{ path: 'couponCode', code: reason, message }],
    members,
  });
