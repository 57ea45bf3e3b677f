import { someone } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { CheckoutLine } from '../../domain/checkout-rules.ts';
import { discountsWith, type FoundCoupon } from '../../domain/coupon-discount.ts';
import { discountedItems } from '../../domain/freeze-order.ts';
import { INPUT_DEADLINE_MS, responded, settled } from '../checkout/checkout-input.ts';
import { findCoupon } from '../checkout/find-coupon.ts';

type Wanted = { code: string; items: readonly CheckoutLine[]; shippingCents: readonly number[] };

type CouponQuote = { coupon: FoundCoupon; subtotalCents: number; discountCents: number[] };

/** What the caller would get off at checkout now, by its rules; nothing is used or stored. */
export async function quoteCoupon(context: Context, { code, items, shippingCents }: Wanted): Promise<CouponQuote> {
  const { userId } = someone(context.caller);
  const lines = items.map(({ variantId, ...line }) => ({ ...line, sellerProductVariantId: variantId }));
  const quoting = context.peers.sellerProducts.quoteItems(
    { items: lines, pricesAlone: true },
    { deadlineMs: INPUT_DEADLINE_MS },
  );
  const [quote, found] = await Promise.allSettled([quoting, findCoupon(context, { couponCode: code, userId })]);
  const goods = discountedItems(responded(quote).items, items);
  const coupon = settled(found)!;
  return {
    coupon,
    subtotalCents: goods.reduce((sum, { lineTotalCents }) => sum + lineTotalCents, 0),
    discountCents: discountsWith(coupon, goods, shippingCents),
  };
}
