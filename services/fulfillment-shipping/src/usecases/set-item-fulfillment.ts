import { notFound } from '@estampa/kernel/errors';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ItemRow } from '../db/item.entity.ts';
import { OrderRow } from '../db/order.entity.ts';
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
    const item = await tx.findOne(ItemRow, itemId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!item) throw notFound('order item', itemId);
    const order = await tx.findOneOrFail(OrderRow, item.orderId);
    const before = item.fulfillmentStatus;

    const change = setFulfillment(item, order, wanted, context.now());

    if (change) {
      const changes = auditChanges(item, change, { shown: ['fulfillmentStatus', 'trackingCode'] });
      recordAudit(tx, { action: 'item_fulfillment_set', subject: `order_item:${itemId}`, changes });
      tx.assign(item, change);
      publishItem(tx, eventOf(before, item.fulfillmentStatus), item);
    }
    return item;
  };
}
