import type { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { EventMetadata } from '@estampa/kit/events/consumers';
import type { Context } from '../context.ts';
import { soldItems } from '../db/sold-item-repository.ts';
import type { ItemStatus } from '../domain/standing.ts';
import type { Changed } from './derive-items.ts';

/** Stores how far an item has come; its order may not be known yet. Gives its id when its entries have to follow. */
export async function projectItem(
  { em }: Context,
  { item, version }: ItemChanged,
  { occurredAt }: EventMetadata,
): Promise<Changed> {
  if (!item) throw new Error('an item event without an item');
  const orderItemIds = await soldItems.saveItem(em, {
    orderItemId: item.id,
    orderId: item.orderId,
    itemVersion: version,
    itemStatus: item.fulfillmentStatus as ItemStatus,
  });
  return { orderItemIds, occurredAt };
}
