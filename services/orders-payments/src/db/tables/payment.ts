import { integer, key, nullable, oneOf, type RowOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';
import { type Payment, PAYMENT_METHODS, PAYMENT_STATES } from '../../domain/payment.ts';

/** Columns that are saved with the lock of the order. */
export const PAYMENT_PROGRESS = {
  status: oneOf(PAYMENT_STATES),
  refundedCents: integer,
  paidCents: nullable(integer),
  preferenceId: nullable(text),
  providerPaymentId: nullable(text),
  initPoint: nullable(text),
  sandboxInitPoint: nullable(text),
  cancelRequestedAt: nullable(timestamp),
  method: nullable(oneOf(PAYMENT_METHODS)),
  readAt: nullable(timestamp),
  paidAt: nullable(timestamp),
  claimedUntil: nullable(timestamp),
  dueAt: nullable(timestamp),
  failures: integer,
};

export const payment = table('payment', {
  id: key(uuid),
  orderId: uuid,
  attempt: integer,
  provider: text,
  reference: text,
  amountCents: integer,
  createdAt: timestamp,
  ...PAYMENT_PROGRESS,
  /** Incremented by claims only. */
  tries: integer,
  closedAt: nullable(timestamp),
});

export type PaymentRow = RowOf<typeof payment.columns>;

null as unknown as PaymentRow satisfies Payment;
