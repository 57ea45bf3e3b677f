import { integer, moment, nullable, oneOf, type RowOf, text } from '@estampa/kit/statement';
import { type Refund, REFUND_REASONS, REFUND_STATES } from '../domain/refund.ts';

export const REFUND = {
  id: text,
  orderId: text,
  paymentId: text,
  reason: oneOf(REFUND_REASONS),
  amountCents: integer,
  status: oneOf(REFUND_STATES),
  providerRefundId: nullable(text),
  payerActionUrl: nullable(text),
  createdAt: moment,
  doneAt: nullable(moment),
  failures: integer,
  dueAt: nullable(moment),
  tries: integer,
  claimedUntil: nullable(moment),
};

/** What may change once a refund is stored; the claim upon it is the business of `refunds.ts` alone. */
export const REFUND_CHANGES = [
  'status',
  'providerRefundId',
  'payerActionUrl',
  'doneAt',
  'failures',
] as const satisfies readonly (keyof RefundRow)[];

export type RefundRow = RowOf<typeof REFUND>;

null as unknown as RefundRow satisfies Refund;
