import { integer, nullable, oneOf, type RowOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { type Payment, PAYMENT_METHODS, PAYMENT_STATES } from '../domain/payment.ts';

export const PAYMENT = {
  id: text,
  orderId: text,
  attempt: integer,
  provider: text,
  reference: text,
  status: oneOf(PAYMENT_STATES),
  amountCents: integer,
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
  closedAt: nullable(timestamp),
  createdAt: timestamp,
  /** Until then one process alone may create the charge. */
  claimedUntil: nullable(timestamp),
  /** How often creating the charge was begun; also tells an old claim from a newer one. */
  tries: integer,
  /** When the background work looks at it next. */
  dueAt: nullable(timestamp),
  failures: integer,
};

/** What may change once an attempt is stored; `tries` grows with each claim alone. */
export const PAYMENT_CHANGES = [
  'status',
  'refundedCents',
  'paidCents',
  'preferenceId',
  'providerPaymentId',
  'initPoint',
  'sandboxInitPoint',
  'cancelRequestedAt',
  'method',
  'readAt',
  'paidAt',
  'claimedUntil',
  'dueAt',
  'failures',
] as const satisfies readonly (keyof PaymentRow)[];

export type PaymentRow = RowOf<typeof PAYMENT>;

null as unknown as PaymentRow satisfies Payment;
