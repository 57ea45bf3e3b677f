import { DomainError } from '@estampa/kernel/errors';

/** What decides whether something of an order is still made and sent. */
export type SoldOrder = {
  paymentStatus: string;
  /** The payer disputes the payment, and who is right is not decided. */
  isDisputed: boolean;
  /** All that was paid is on its way back to the buyer. */
  isRefundUnderWay: boolean;
};

const CLOSED = ['cancelled', 'refunded'];

/** Nothing is fulfilled any more once the money went back. */
export const isClosed = ({ paymentStatus }: Pick<SoldOrder, 'paymentStatus'>): boolean =>
  CLOSED.includes(paymentStatus);

/** Whose money it is gets decided first: until then labels wait and nothing is made or handed over. */
export const isSuspended = ({ isDisputed, isRefundUnderWay }: SoldOrder): boolean => isDisputed || isRefundUnderWay;

/** Rejects with what puts the order on hold, and how that ends. */
export function mustNotBeOnHold({ isDisputed, isRefundUnderWay }: SoldOrder): void {
  if (isRefundUnderWay) {
    const message = 'The whole of what was paid is on its way back to the buyer: wait until that is done or denied';
    throw new DomainError('wrong_state', 'refund_under_way', message);
  }
  if (isDisputed) {
    const message = 'The buyer disputes the payment: wait until the payment provider has decided';
    throw new DomainError('wrong_state', 'payment_disputed', message);
  }
}
