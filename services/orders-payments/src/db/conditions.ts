import { isPayable, PAYMENT_STATUSES } from '../domain/order.ts';
import { isRequested, isUnderWay, REFUND_REASONS, REFUND_STATES } from '../domain/refund.ts';

/** Rules of the domain as conditions: of an order `o`, and of a refund by the name that it has in the statement. */

const oneOfWords = (column: string, words: readonly string[]): string =>
  `${column} in (${words.map((word) => `'${word}'`).join(', ')})`;

/** Money may still come in as planned. */
export const IS_UNPAID = oneOfWords(
  'o.payment_status',
  PAYMENT_STATUSES.filter((paymentStatus) => isPayable({ paymentStatus })),
);

/** The provider may still do it. */
export const isRefundUnderWay = (refund: string): string =>
  oneOfWords(
    `${refund}.status`,
    REFUND_STATES.filter((status) => isUnderWay({ status })),
  );

/** An admin requested it: a rejection is the admin's answer. */
export const isRefundRequested = (refund: string): string =>
  oneOfWords(
    `${refund}.reason`,
    REFUND_REASONS.filter((reason) => isRequested({ reason })),
  );

/** A refund that an admin requested and the provider denied is over; money that was never the order's is owed until somebody ends it. */
export const isRefundOwed = (refund: string): string => `(${isRefundUnderWay(refund)}
  or (${refund}.status = 'failed' and not ${isRefundRequested(refund)} and ${refund}.ended_by_hand is null))`;
