import { integer, json, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { HAND_ENDINGS, type Refund, REFUND_REASONS, REFUND_STATES, type RefundLine } from '../../domain/refund.ts';

/** Columns that are saved with the lock of the order; claims are changed only by statements of their own. */
export const REFUND_PROGRESS = {
  status: oneOf(REFUND_STATES),
  providerRefundId: nullable(text),
  payerActionUrl: nullable(text),
  doneAt: nullable(timestamp),
  failures: integer,
  refusal: nullable(text),
  endedByHand: nullable(oneOf(HAND_ENDINGS)),
  note: nullable(text),
};

export const refund = table('refund', {
  id: key(uuid),
  orderId: uuid,
  paymentId: uuid,
  reason: oneOf(REFUND_REASONS),
  amountCents: integer,
  lines: nullable(json<readonly RefundLine[]>()),
  createdAt: timestamp,
  ...REFUND_PROGRESS,
  dueAt: nullable(timestamp),
  tries: integer,
  claimedUntil: nullable(timestamp),
});

export type RefundRow = RowOf<typeof refund.columns>;

null as unknown as RefundRow satisfies Refund;
