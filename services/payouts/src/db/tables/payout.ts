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
import { PAYOUT_STATUSES } from '../../domain/payout.ts';

export const payout = table('payout', {
  id: key(uuid),
  sellerProfileId: uuid,
  status: oneOf(PAYOUT_STATUSES),
  totalCents: bigint,
  itemIds: json<string[]>(),
  reference: nullable(text),
  failureReason: nullable(text),
  createdBy: text,
  createdAt: timestamp,
  paidAt: nullable(timestamp),
  failedAt: nullable(timestamp),
  endToEndId: nullable(text),
  receiptUrl: nullable(text),
  updatedAt: timestamp,
  version: integer,
});

export type PayoutRow = RowOf<typeof payout.columns>;
