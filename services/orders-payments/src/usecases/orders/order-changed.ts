import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { LockedOrder } from '../../db/order-parts.ts';
import type { ChangedOrder } from '../../db/tables/order.ts';
import { publishedState } from '../../domain/published-state.ts';
import { emitOrder, isPublished, type OrderChange } from '../../messages/order-events.ts';

/**
 * What a transaction saves of a locked order after it has changed it: publishes a new version if other services replicate the
 * change. That is decided by what they would see, too, so that a paid order never differs from its last event.
 */
export function orderChanged(
  tx: EntityManager,
  change: OrderChange | null,
  locked: LockedOrder,
  now: Date,
): ChangedOrder {
  const { order, lockedState } = locked;
  const state = publishedState(locked);
  const isNews = order.paidAt !== null && !isDeepStrictEqual(state, lockedState);
  const event = change !== null && isPublished(change) ? change : isNews ? 'order_refund_changed' : null;
  if (event ?? change) order.updatedAt = now;
  if (event) {
    order.version += 1;
    emitOrder(tx, event, locked, state);
  }
  return order as ChangedOrder;
}
