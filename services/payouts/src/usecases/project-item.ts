import type { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Context } from '../context.ts';
import { soldItems } from '../db/sold-item-repository.ts';
import type { ItemStatus } from '../domain/standing.ts';

/** Stores how far an item has come; its order may not be known yet. Gives its id when its entries have to follow. */
export async function projectItem({ em }: Context, { item, version }: ItemChanged): Promise<string[]> {
  if (!item) throw new Error('an item event without an item');
  return soldItems.saveItem(em, {
    orderItemId: item.id,
    orderId: item.orderId,
    itemVersion: version,
    itemStatus: item.fulfillmentStatus as ItemStatus,
  });
}
