import type { EntityManager } from '@mikro-orm/postgresql';
import type { LockedOrder } from '../../db/order-parts.ts';
import { emitOrder, isPublished, type OrderChange } from '../../messages/order-events.ts';

/** Marks a locked order as changed, and publishes the change if other services replicate it. */
export function orderChanged(tx: EntityManager, change: OrderChange, held: LockedOrder, now: Date): void {
  const { order } = held;
  order.updatedAt = now;
  if (!isPublished(change)) return;
  order.version += 1;
  emitOrder(tx, change, held);
}
