import type { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Context } from '../context.ts';
import { deriveItems } from './derive-items.ts';

/** Keeps how far an item has come; its order may not have been heard yet. */
export async function keepItem(context: Context, { item, version }: ItemChanged): Promise<void> {
  if (!item) throw new Error('an item event without an item');
  const wasReturned = item.fulfillmentStatus === 'returned' || item.returnedAt !== undefined;
  const fresh = await context.em.execute<{ order_item_id: string }[]>(KEEP_ITEM, [
    item.id,
    item.orderId,
    version,
    item.fulfillmentStatus,
    wasReturned,
  ]);
  await deriveItems(
    context,
    fresh.map((row) => row.order_item_id),
  );
}

const KEEP_ITEM = `
  insert into sold_item (order_item_id, order_id, item_version, item_status, was_returned)
  values (?, ?, ?, ?, ?)
  on conflict (order_item_id) do update set
    item_version = excluded.item_version,
    item_status = excluded.item_status,
    was_returned = sold_item.was_returned or excluded.was_returned
  where sold_item.item_version < excluded.item_version
  returning order_item_id`;
