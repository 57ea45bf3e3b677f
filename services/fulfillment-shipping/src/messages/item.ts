import { ItemChanged } from '@estampa/contracts/fulfillment/v1/events';
import type { Item as ItemMessage } from '@estampa/contracts/fulfillment/v1/fulfillment';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Item, ItemEvent } from '../domain/item.ts';

export const itemMessage = (item: Item): AllFields<ItemMessage> => ({
  id: item.id,
  orderId: item.orderId,
  fulfillmentStatus: item.fulfillmentStatus,
  trackingCode: item.trackingCode ?? undefined,
  shippedAt: item.shippedAt ?? undefined,
  deliveredAt: item.deliveredAt ?? undefined,
  returnedAt: item.returnedAt ?? undefined,
});

export const publishItem = (tx: EntityManager, type: ItemEvent, item: Item): void =>
  appendEvent(tx, 'fulfillment.v1', ItemChanged, {
    type,
    key: `item:${item.id}`,
    message: { item: itemMessage(item), version: item.version },
  });
