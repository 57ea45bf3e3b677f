import type { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import { statement, text } from '@estampa/kit/postgres/statement';
import type { Context } from '../context.ts';
import { leaveItems } from './derive-items.ts';

/** Keeps how far an item has come; its order may not have been heard yet. */
export async function projectItem(context: Context, { item, version }: ItemChanged): Promise<void> {
  if (!item) throw new Error('an item event without an item');
  const values = [item.id, item.orderId, version, item.fulfillmentStatus];
  const earning = await KEEP_ITEM.all(context.em, values);
  leaveItems(context.em, earning);
}

/** Gives it when it earns something. */
const KEEP_ITEM = statement(
  `
  with kept as (
  insert into sold_item (order_item_id, order_id, item_version, item_status)
  values ($1, $2, $3, $4)
  on conflict (order_item_id) do update set
    item_version = excluded.item_version,
    item_status = excluded.item_status
  where sold_item.item_version < excluded.item_version
  returning order_item_id, was_approved
  )
  select order_item_id as "orderItemId" from kept where was_approved`,
  { orderItemId: text },
);
