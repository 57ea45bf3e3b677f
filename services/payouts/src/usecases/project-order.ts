import type { OrderChanged, SoldItem, SoldOrder } from '@estampa/contracts/orders/v1/events';
import { statement, text } from '@estampa/kit/postgres/statement';
import type { Context } from '../context.ts';
import type { SoldAs } from '../db/sold-item.entity.ts';
import { givenBackOf } from '../domain/given-back.ts';
import { leaveItems } from './derive-items.ts';

/** Keeps what an order says of its items; an older version than the one known is passed over. */
export async function projectOrder(context: Context, { order, version }: OrderChanged): Promise<void> {
  if (!order) throw new Error('an order event without an order');
  const wasApproved = order.paymentStatus === 'approved' || order.paidAt !== undefined;
  const givenBack = partsOf(order);
  const sold = order.items.map((item, place) => ({
    id: item.id,
    sale: soldAs(item, order.orderNumber, givenBack[place]!),
  }));
  const { isDisputed, isRefundUnderWay } = order;
  const values = [
    order.id,
    version,
    order.paymentStatus,
    wasApproved,
    JSON.stringify(sold),
    isDisputed,
    isRefundUnderWay,
  ];
  const earning = await KEEP_ORDER.all(context.em, values);
  leaveItems(context.em, earning);
}

/** Gives those that earn something. */
const KEEP_ORDER = statement(
  `
  with kept as (
  insert into sold_item (order_item_id, order_id, order_version, payment_status, was_approved, sale, is_disputed,
    is_refund_under_way)
  select item.id, $1::uuid, $2::int, $3::text, $4::boolean, item.sale, $6::boolean, $7::boolean
  from jsonb_to_recordset($5::jsonb) as item (id uuid, sale jsonb)
  order by item.id
  on conflict (order_item_id) do update set
    order_version = excluded.order_version,
    payment_status = excluded.payment_status,
    was_approved = sold_item.was_approved or excluded.was_approved,
    sale = excluded.sale,
    is_disputed = excluded.is_disputed,
    is_refund_under_way = excluded.is_refund_under_way
  where sold_item.order_version < excluded.order_version
  returning order_item_id, was_approved
  )
  select order_item_id as "orderItemId" from kept where was_approved`,
  { orderItemId: text },
);

/** Who published the order before refunds had lines tells no part that is to be spread: then that is all of it. */
function partsOf({ items, refundedCents, spreadRefundedCents = refundedCents, totalCents }: SoldOrder): number[] {
  const refunded = items.map(({ quantity, unitPriceCents, earnings, refundedCents: ownCents }) => ({
    earningCents: (earnings?.artistEarningsCents ?? 0) * quantity,
    costCents: unitPriceCents * quantity,
    refundedCents: ownCents,
  }));
  return givenBackOf(refunded, spreadRefundedCents, totalCents);
}

function soldAs({ id, earnings, ...item }: SoldItem, orderNumber: number, givenBackCents: number): SoldAs {
  if (!earnings) throw new Error(`order item ${id} tells no earnings`);
  return {
    orderNumber,
    sellerProfileId: item.sellerProfileId,
    title: item.title,
    quantity: item.quantity,
    artistEarningsCents: earnings.artistEarningsCents,
    givenBackCents,
    breakdown: {
      priceCents: earnings.priceCents,
      baseCostCents: earnings.baseCostCents,
      platformFeeCents: earnings.platformFeeCents,
      profitCents: earnings.profitCents,
      artistRoyaltyBasisPoints: earnings.artistRoyaltyBasisPoints,
      platformFeeBasisPoints: earnings.platformFeeBasisPoints,
    },
  };
}
