import { integer, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { ITEM_STATUSES } from '../../domain/item.ts';

export const item = table('item', {
  id: key(uuid),
  orderId: uuid,
  title: text,
  quantity: integer,
  unitPriceCents: integer,
  fulfillmentStatus: oneOf(ITEM_STATUSES),
  trackingCode: nullable(text),
  shippedAt: nullable(timestamp),
  deliveredAt: nullable(timestamp),
  returnedAt: nullable(timestamp),
  version: integer,
});

export type ItemRow = RowOf<typeof item.columns>;
