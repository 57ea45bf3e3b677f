import { integer, json, nullable, oneOf, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { HAND_ENDINGS, type Refund, REFUND_REASONS, REFUND_STATES, type RefundLine } from '../domain/refund.ts';

export const REFUND = {
  id: text,
  orderId: text,
  paymentId: text,
  reason: oneOf(REFUND_REASONS),
  amountCents: integer,
  lines: nullable(json<readonly RefundLine[]>()),
  status: oneOf(REFUND_STATES),
  providerRefundId: nullable(text),
  payerActionUrl: nullable(text),
  createdAt: timestamp,
  doneAt: nullable(timestamp),
  failures: integer,
  refusal: nullable(text),
  endedByHand: nullable(oneOf(HAND_ENDINGS)),
  note: nullable(text),
  dueAt: nullable(timestamp),
  tries: integer,
  claimedUntil: nullable(timestamp),
};

/** What may change once a refund is stored; the claim upon it is the business of `refunds.ts` alone. */
export const REFUND_CHANGES = [
  'status',
  'providerRefundId',
  'payerActionUrl',
  'doneAt',
  'failures',
  'refusal',
  'endedByHand',
  'note',
] as const satisfies readonly (keyof RefundRow)[];

export type RefundRow = RowOf<typeof REFUND>;

null as unknown as RefundRow satisfies Refund;
