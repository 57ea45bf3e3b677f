import type { EntityManager } from '@mikro-orm/postgresql';
import type { OrderParts } from '../db/order-parts.ts';
import { announceOrder, type OrderEvent } from '../messages/order.ts';

/** Counts a change of an order that is held and tells the other services what happened. */
export function orderChanged(tx: EntityManager, type: OrderEvent, parts: OrderParts, now: Date): void {
  const { order } = parts;
  tx.assign(order, { version: order.version + 1, updatedAt: now });
  announceOrder(tx, type, parts);
}
