import type { OrderChanged, SoldItem, SoldOrder } from '@estampa/contracts/orders/v1/events';
import { COUPON_FUNDERS, type CouponFunder } from '@estampa/kernel/discounted-earning';
import type { EventMetadata } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { soldItems } from '../db/sold-item-repository.ts';
import type { SoldAs } from '../db/tables/sold-item.ts';
import { borneFeesOf } from '../domain/borne-fees.ts';
import { givenBackOf } from '../domain/given-back.ts';
import { earningOf } from '../domain/payout-item.ts';
import type { PaymentStatus } from '../domain/standing.ts';
import type { Changed } from './derive-items.ts';

/** Stores what an order says of its items; gives the ids of those whose entries have to follow. */
export async function projectOrder(
  { em }: Context,
  { order, version }: OrderChanged,
  { occurredAt }: EventMetadata,
): Promise<Changed> {
  if (!order) throw new Error('an order event without an order');
  const sold = order.items.map((item) => soldIn(item, order));
  const { refundedCents, spreadRefundedCents = refundedCents, providerFeeCents = 0, totalCents } = order;
  // Events of versions in which refunds had no lines name no part that is to be spread: then that is all of it.
  const givenBack = givenBackOf(sold, spreadRefundedCents, totalCents);
  // What is not known of the fee nobody bears yet.
  const borne = borneFeesOf(sold, providerFeeCents, totalCents);
  const ofOrder = {
    orderId: order.id,
    orderVersion: version,
    paymentStatus: order.paymentStatus as PaymentStatus,
    wasApproved: order.paymentStatus === 'approved' || order.paidAt !== undefined,
    isDisputed: order.isDisputed,
    isRefundUnderWay: order.isRefundUnderWay,
    orderTotalCents: order.totalCents,
    orderRefundedCents: order.refundedCents,
    orderFeeCents: order.providerFeeCents ?? null,
    totalsVersion: version,
  };
  const orderItemIds = await soldItems.saveOrder(
    em,
    sold.map(({ orderItemId, sale }, place) => ({
      ...ofOrder,
      orderItemId,
      sale: { ...sale, givenBackCents: givenBack[place]!, ...borneIn(sale, borne[place]!) },
    })),
  );
  return { orderItemIds, occurredAt };
}

/** An item as it was sold, with what refunds and the provider's fee have to know of it. */
function soldIn(item: SoldItem, order: SoldOrder) {
  const sale = soldAs(item, order);
  return {
    orderItemId: item.id,
    sale,
    costCents: item.unitPriceCents * item.quantity - item.discountCents,
    earningCents: earningOf(sale),
    refundedCents: item.refundedCents,
    isBorneByArtist: item.earnings?.providerFeeBearer === 'artist',
  };
}

/** Absent where the artist bears nothing. */
const borneIn = ({ breakdown }: SoldAs, borneFeeCents: number): Partial<SoldAs> =>
  borneFeeCents > 0 ? { borneFeeCents, breakdown: { ...breakdown, providerFeeCents: borneFeeCents } } : {};

function soldAs({ id, earnings, ...item }: SoldItem, { orderNumber, discountFunder }: SoldOrder): SoldAs {
  if (!earnings) throw new Error(`order item ${id} tells no earnings`);
  return {
    orderNumber,
    sellerProfileId: item.sellerProfileId,
    title: item.title,
    ...(item.productTypeName !== undefined && { productTypeName: item.productTypeName }),
    quantity: item.quantity,
    artistEarningsCents: earnings.artistEarningsCents,
    breakdown: {
      priceCents: earnings.priceCents,
      baseCostCents: earnings.baseCostCents,
      platformFeeCents: earnings.platformFeeCents,
      profitCents: earnings.profitCents,
      artistRoyaltyBasisPoints: earnings.artistRoyaltyBasisPoints,
      platformFeeBasisPoints: earnings.platformFeeBasisPoints,
      feeOverrideId: earnings.feeOverrideId,
      providerFeeBearer: earnings.providerFeeBearer,
      ...(item.discountCents > 0 && { discountCents: item.discountCents, discountFunder: funderOf(discountFunder) }),
    },
  };
}

function funderOf(name: string | undefined): CouponFunder {
  const funder = COUPON_FUNDERS.find((one) => one === name);
  if (!funder) throw new Error(`nobody is known to bear a discount of ${name}`);
  return funder;
}
