import type { OrderChanged, SoldItem } from '@estampa/contracts/orders/v1/events';
import type { Context } from '../context.ts';
import type { SoldAs } from '../db/sold-item.entity.ts';
import { deriveItems } from './derive-items.ts';

/** Keeps what an order says of its items; an older version than the one known is passed over. */
export async function keepOrder(context: Context, { order, version }: OrderChanged): Promise<void> {
  if (!order) throw new Error('an order event without an order');
  const wasApproved = order.paymentStatus === 'approved' || order.paidAt !== undefined;
  const sold = order.items.map((item) => ({ id: item.id, sale: soldAs(item, order.orderNumber) }));
  const fresh = await context.em.execute<{ order_item_id: string }[]>(KEEP_ORDER, [
    order.id,
    version,
    order.paymentStatus,
    wasApproved,
    JSON.stringify(sold),
  ]);
  await deriveItems(
    context,
    fresh.map((row) => row.order_item_id),
  );
}

const KEEP_ORDER = `
  insert into sold_item (order_item_id, order_id, order_version, payment_status, was_approved, sale)
  select item.id, ?::uuid, ?::int, ?::text, ?::boolean, item.sale
  from jsonb_to_recordset(?::jsonb) as item (id uuid, sale jsonb)
  order by item.id
  on conflict (order_item_id) do update set
    order_version = excluded.order_version,
    payment_status = excluded.payment_status,
    was_approved = sold_item.was_approved or excluded.was_approved,
    sale = excluded.sale
  where sold_item.order_version < excluded.order_version
  returning order_item_id`;

function soldAs({ id, earnings, ...item }: SoldItem, orderNumber: number): SoldAs {
  if (!earnings) throw new Error(`order item ${id} tells no earnings`);
  return {
    orderNumber,
    sellerProfileId: item.sellerProfileId,
    title: item.title,
    quantity: item.quantity,
    artistEarningsCents: earnings.artistEarningsCents,
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
