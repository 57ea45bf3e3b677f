import {
  bigint,
  integer,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  textOf,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { CONTRADICTIONS, type Failure, PIX_TRANSFER_STATUSES } from '../../domain/pix-transfer.ts';

/** One for each batch of a run. Triggers let its key never change, and what ended never go on. */
export const pixTransfer = table('pix_transfer', {
  id: key(uuid),
  runId: uuid,
  payoutId: uuid,
  sellerProfileId: uuid,
  pixKeyId: uuid,
  amountCents: bigint,
  status: oneOf(PIX_TRANSFER_STATUSES),
  providerId: nullable(text),
  endToEndId: nullable(text),
  receiptUrl: nullable(text),
  feeCents: nullable(integer),
  failure: nullable(textOf<Failure>()),
  unexplained: nullable(oneOf(CONTRADICTIONS)),
  requestedAt: nullable(timestamp),
  /** When it goes on; the lease of whoever continues it ends then. */
  dueAt: nullable(timestamp),
  tries: integer,
  createdAt: timestamp,
});

export type PixTransferRow = RowOf<typeof pixTransfer.columns>;
