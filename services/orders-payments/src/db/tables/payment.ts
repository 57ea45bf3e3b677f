import {
  type Column,
  integer,
  key,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamp,
  uuid,
} from '@estampa/kit/postgres/columns';
import { row } from '@estampa/kit/postgres/rows';
import { table } from '@estampa/kit/postgres/table';
import { type Payment, PAYMENT_METHODS, PAYMENT_STATES } from '../../domain/payment.ts';

/** Columns that are saved with the lock of the order. */
export const PAYMENT_PROGRESS = {
  status: oneOf(PAYMENT_STATES),
  refundedCents: integer,
  paidCents: nullable(integer),
  feeCents: nullable(integer),
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

const none: Column<null> = (value) => {
  if (value !== null) throw new TypeError(`is not null but ${typeof value}`);
  return value;
};

const uncharged = { preferenceId: none, initPoint: none, sandboxInitPoint: none, providerPaymentId: none };

/** A payment inside a row of a query, in whichever of its three states its ids are; the table has no others. */
export const paymentRow: Column<Payment> = (value) => {
  const { preferenceId, providerPaymentId } = idsOf(value);
  if (providerPaymentId !== null) return providerPaymentRow(value);
  return preferenceId === null ? unchargedPaymentRow(value) : untriedPaymentRow(value);
};
export const unchargedPaymentRow = row({ ...payment.columns, ...uncharged });
export const providerPaymentRow = row({ ...payment.columns, preferenceId: text, providerPaymentId: text });
const untriedPaymentRow = row({ ...payment.columns, preferenceId: text, providerPaymentId: none });
const idsOf = row(payment.pick('preferenceId', 'providerPaymentId'));

// A payment is stored without a mapper; tsc fails here the day its columns lack one of its fields.
null as unknown as Payment satisfies RowOf<typeof payment.columns>;
