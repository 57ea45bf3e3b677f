import { notFound } from '@estampa/kernel/errors';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { items } from '../db/item-repository.ts';
import { soldOrders } from '../db/sold-order-repository.ts';
import type { ItemRow } from '../db/tables/item.ts';
import { eventOf, type Fulfillment, setFulfillment } from '../domain/item.ts';
import { publishItem } from '../messages/item.ts';
import { knowItem } from './know-item.ts';

export async function setItemFulfillment(
  context: Context,
  itemId: string,
  wanted: Fulfillment,
): Promise<TransactionBody<ItemRow>> {
  mustReachAll(context.caller);
  await knowItem(context, itemId);
  return async (tx) => {
    const item = await items.lock(tx, itemId);
    if (!item) throw notFound('order item', itemId);
    const order = (await soldOrders.findOne(tx, item.orderId))!;
    const before = item.fulfillmentStatus;

    const change = setFulfillment(item, order, wanted, context.now());

    if (change) {
      const changes = auditChanges(item, change, { shown: ['fulfillmentStatus', 'trackingCode'] });
      recordAudit(tx, { action: 'item_fulfillment_set', subject: `order_item:${itemId}`, changes });
      items.save(tx, item, change);
      publishItem(tx, eventOf(before, item.fulfillmentStatus), item);
    }
    return item;
  };
}
