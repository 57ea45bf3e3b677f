import type { OrderChanged, SoldItem, SoldOrder } from '@estampa/contracts/orders/v1/events';
import type { EventMetadata } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { soldItems } from '../db/sold-item-repository.ts';
import type { SoldAs } from '../db/tables/sold-item.ts';
import { borneFeesOf } from '../domain/borne-fees.ts';
import { givenBackOf } from '../domain/given-back.ts';
import type { PaymentStatus } from '../domain/standing.ts';
import type { Changed } from './derive-items.ts';

/** Stores what an order says of its items; gives the ids of those whose entries have to follow. */
export async function projectOrder(
  { em }: Context,
  { order, version }: OrderChanged,
  { occurredAt }: EventMetadata,
): Promise<Changed> {
  if (!order) throw new Error('an order event without an order');
  const givenBack = partsOf(order);
  const borne = borneOf(order);
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
    order.items.map((item, place) => ({
      ...ofOrder,
      orderItemId: item.id,
      sale: soldAs(item, order.orderNumber, { givenBackCents: givenBack[place]!, borneFeeCents: borne[place]! }),
    })),
  );
  return { orderItemIds, occurredAt };
}

/** Events of versions in which refunds had no lines name no part that is to be spread: then that is all of it. */
function partsOf({ items, refundedCents, spreadRefundedCents = refundedCents, totalCents }: SoldOrder): number[] {
  const refunded = items.map(({ quantity, unitPriceCents, earnings, refundedCents: ownCents }) => ({
    earningCents: (earnings?.artistEarningsCents ?? 0) * quantity,
    costCents: unitPriceCents * quantity,
    refundedCents: ownCents,
  }));
  return givenBackOf(refunded, spreadRefundedCents, totalCents);
}

/** What is not known of the fee nobody bears yet. */
const borneOf = ({ items, providerFeeCents = 0, totalCents }: SoldOrder): number[] =>
  borneFeesOf(
    items.map(({ quantity, unitPriceCents, earnings }) => ({
      costCents: unitPriceCents * quantity,
      earningCents: (earnings?.artistEarningsCents ?? 0) * quantity,
      isBorneByArtist: earnings?.providerFeeBearer === 'artist',
    })),
    providerFeeCents,
    totalCents,
  );

type Lost = Required<Pick<SoldAs, 'givenBackCents' | 'borneFeeCents'>>;

function soldAs(
  { id, earnings, ...item }: SoldItem,
  orderNumber: number,
  { givenBackCents, borneFeeCents }: Lost,
): SoldAs {
  if (!earnings) throw new Error(`order item ${id} tells no earnings`);
  return {
    orderNumber,
    sellerProfileId: item.sellerProfileId,
    title: item.title,
    ...(item.productTypeName !== undefined && { productTypeName: item.productTypeName }),
    quantity: item.quantity,
    artistEarningsCents: earnings.artistEarningsCents,
    givenBackCents,
    ...(borneFeeCents > 0 && { borneFeeCents }),
    breakdown: {
      priceCents: earnings.priceCents,
      baseCostCents: earnings.baseCostCents,
      platformFeeCents: earnings.platformFeeCents,
      profitCents: earnings.profitCents,
      artistRoyaltyBasisPoints: earnings.artistRoyaltyBasisPoints,
      platformFeeBasisPoints: earnings.platformFeeBasisPoints,
      feeOverrideId: earnings.feeOverrideId,
      providerFeeBearer: earnings.providerFeeBearer,
      ...(borneFeeCents > 0 && { providerFeeCents: borneFeeCents }),
    },
  };
}
