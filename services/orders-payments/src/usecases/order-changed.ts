import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderParts } from '../db/order-parts.ts';
import { announceOrder, isAnnounced, type OrderChange } from '../messages/order-events.ts';

/** Notes a change of an order that is held, and tells other services when it is about what they keep. */
export function orderChanged(tx: EntityManager, change: OrderChange, parts: OrderParts, now: Date): void {
  const { order } = parts;
  tx.assign(order, { updatedAt: now });
  if (!isAnnounced(change)) return;
  tx.assign(order, { version: order.version + 1 });
  announceOrder(tx, change, parts);
}
