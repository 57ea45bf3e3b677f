import { bigint, integer, key, nullable, oneOf, type RowOf, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { ACCOUNTS, TRANSFER_KINDS } from '../../domain/transfer.ts';

/** Rows that are inserted and never changed: triggers see to it. What is posted at once is one transaction. */
export const ledgerTransfer = table('ledger_transfer', {
  transactionId: key(uuid),
  line: key(integer),
  kind: oneOf(TRANSFER_KINDS),
  debit: oneOf(ACCOUNTS),
  credit: oneOf(ACCOUNTS),
  amountCents: bigint,
  sellerProfileId: nullable(uuid),
  orderId: nullable(uuid),
  orderItemId: nullable(uuid),
  payoutId: nullable(uuid),
  postedAt: timestamp,
  /** When what it is about happened, where that is known; posted into the month that was open then. No part of its block's hash. */
  occurredAt: nullable(timestamp),
});

export type LedgerTransferRow = RowOf<typeof ledgerTransfer.columns>;
