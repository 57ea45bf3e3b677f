import {
  boolean,
  integer,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { SHIPMENT_STATUSES } from '../../domain/shipment.ts';

export const shipment = table('shipment', {
  id: key(uuid),
  orderId: uuid,
  provider: text,
  carrier: nullable(text),
  service: nullable(text),
  status: oneOf(SHIPMENT_STATUSES),
  trackingCode: nullable(text),
  trackingUrl: nullable(text),
  labelUrl: nullable(text),
  error: nullable(text),
  postedAt: nullable(timestamp),
  deliveredAt: nullable(timestamp),
  lastCheckedAt: nullable(timestamp),
  createdAt: timestamp,
  version: integer,
  labelId: nullable(text),
  cartRequestedAt: nullable(timestamp),
  checkoutRequestedAt: nullable(timestamp),
  purchasedAt: nullable(timestamp),
  generationRequestedAt: nullable(timestamp),
  generatedAt: nullable(timestamp),
  cancelRequestedAt: nullable(timestamp),
  invoiceKey: nullable(text),
  attempts: integer,
  refusals: integer,
  lacksBalance: boolean,
  nextAttemptAt: nullable(timestamp),
  claim: nullable(uuid),
  claimedUntil: nullable(timestamp),
  nextTrackAt: nullable(timestamp),
});

export type ShipmentRow = RowOf<typeof shipment.columns>;
