import { isPayable, PAYMENT_STATUSES } from '../domain/order.ts';
import { isRequested, isUnderWay, REFUND_REASONS, REFUND_STATES } from '../domain/refund.ts';

/** Rules of the domain as SQL conditions on an order `o`, or on a refund by its name in the statement. */

const oneOfWords = (column: string, words: readonly string[]): string =>
  `${column} in (${words.map((word) => `'${word}'`).join(', ')})`;

/** A payment can still be created or replaced. */
export const IS_UNPAID = oneOfWords(
  'o.payment_status',
  PAYMENT_STATUSES.filter((paymentStatus) => isPayable({ paymentStatus })),
);

/** The provider may still perform it. */
export const isRefundUnderWay = (refund: string): string =>
  oneOfWords(
    `${refund}.status`,
    REFUND_STATES.filter((status) => isUnderWay({ status })),
  );

/** Requested by an admin, who sees a rejection. */
export const isRefundRequested = (refund: string): string =>
  oneOfWords(
    `${refund}.reason`,
    REFUND_REASONS.filter((reason) => isRequested({ reason })),
  );

/**
 * Pending, or failed although the money was never the order's: that is owed until a person ends it. A failed refund that an admin
 * requested is over.
 */
export const isRefundOwed = (refund: string): string => `(${isRefundUnderWay(refund)}
  or (${refund}.status = 'failed' and not ${isRefundRequested(refund)} and ${refund}.ended_by_hand is null))`;
