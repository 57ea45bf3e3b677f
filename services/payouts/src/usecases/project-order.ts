import type { OrderChanged, SoldItem, SoldOrder } from '@estampa/contracts/orders/v1/events';
import type { EventMetadata } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { soldItems } from '../db/sold-item-repository.ts';
import type { SoldAs } from '../db/tables/sold-item.ts';
import { borneFeesOf } from '../domain/borne-fees.ts';
import { givenBackOf } from '../domain/given-back.ts';
import { DISCOUNT_FUNDERS, earningOf } from '../domain/payout-item.ts';
import type { PaymentStatus } from '../domain/standing.ts';
import type { Changed } from './derive-items.ts';

/** Stores what an order says of its items; gives the ids of those whose entries have to follow. */
export async function projectOrder(
  { em }: Context,
  { order, version }: OrderChanged,
  { occurredAt }: EventMetadata,
): Promise<Changed> {
  if (!order) throw new Error('an order event without an order');
  const sales = order.items.map((item) => soldAs(item, order));
  const givenBack = partsOf(order, sales);
  const borne = borneOf(order, sales);
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
      sale: {
        ...sales[place]!,
        givenBackCents: givenBack[place]!,
        ...borneIn(sales[place]!, borne[place]!),
      },
    })),
  );
  return { orderItemIds, occurredAt };
}

/** Events of versions in which refunds had no lines name no part that is to be spread: then that is all of it. */
function partsOf(
  { items, refundedCents, spreadRefundedCents = refundedCents, totalCents }: SoldOrder,
  sales: readonly SoldAs[],
): number[] {
  const refunded = items.map(({ quantity, unitPriceCents, discountCents, refundedCents: ownCents }, place) => ({
    earningCents: earningOf(sales[place]!),
    costCents: unitPriceCents * quantity - discountCents,
    refundedCents: ownCents,
  }));
  return givenBackOf(refunded, spreadRefundedCents, totalCents);
}

/** What is not known of the fee nobody bears yet. */
const borneOf = ({ items, providerFeeCents = 0, totalCents }: SoldOrder, sales: readonly SoldAs[]): number[] =>
  borneFeesOf(
    items.map(({ quantity, unitPriceCents, discountCents, earnings }, place) => ({
      costCents: unitPriceCents * quantity - discountCents,
      earningCents: earningOf(sales[place]!),
      isBorneByArtist: earnings?.providerFeeBearer === 'artist',
    })),
    providerFeeCents,
    totalCents,
  );

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

function funderOf(name: string | undefined): (typeof DISCOUNT_FUNDERS)[number] {
  const funder = DISCOUNT_FUNDERS.find((one) => one === name);
  if (!funder) throw new Error(`nobody is known to bear a discount of ${name}`);
  return funder;
}
