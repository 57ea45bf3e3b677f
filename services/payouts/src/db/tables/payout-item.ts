import {
  bigint,
  integer,
  json,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { type Breakdown, PAYOUT_ITEM_TYPES } from '../../domain/payout-item.ts';
import { PAYOUT_ITEM_STATUSES } from '../../domain/standing.ts';

export const payoutItem = table('payout_item', {
  id: key(uuid),
  type: oneOf(PAYOUT_ITEM_TYPES),
  orderId: uuid,
  orderNumber: integer,
  orderItemId: uuid,
  sellerProfileId: uuid,
  title: text,
  quantity: integer,
  amountCents: bigint,
  status: oneOf(PAYOUT_ITEM_STATUSES),
  payoutId: nullable(uuid),
  heldAt: nullable(timestamp),
  releasableAt: nullable(timestamp),
  reversedAt: nullable(timestamp),
  paidAt: nullable(timestamp),
  breakdown: json<Breakdown>(),
  version: integer,
  createdAt: timestamp,
});

export type PayoutItemRow = RowOf<typeof payoutItem.columns>;
