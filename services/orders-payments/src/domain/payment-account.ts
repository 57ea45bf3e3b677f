import type { Payment } from './payment.ts';
import { isAsked, isUnderWay, type Refund } from './refund.ts';

const sum = (refunds: readonly Refund[]): number => refunds.reduce((cents, { amountCents }) => cents + amountCents, 0);

/**
 * One payment with its own refunds. What may go back, and what an order has got back, is decided about this alone: what is on
 * its way back of an order's other payments never counts.
 */
export class PaymentAccount {
  readonly payment: Payment;
  readonly refunds: readonly Refund[];

  private constructor(payment: Payment, refunds: readonly Refund[]) {
    this.payment = payment;
    this.refunds = refunds;
  }

  /** A payment with those of its order's refunds that are its own. */
  static of(payment: Payment, ofOrder: readonly Refund[]): PaymentAccount {
    return new PaymentAccount(
      payment,
      ofOrder.filter(({ paymentId }) => paymentId === payment.id),
    );
  }

  /** The payment that an order was paid by, or is to be. */
  static current({ order, payments, refunds }: Parts): PaymentAccount {
    return PaymentAccount.of(
      payments.find(({ id }) => id === order.currentPaymentId)!,
      refunds,
    );
  }

  get paidCents(): number {
    return this.payment.paidCents ?? this.payment.amountCents;
  }

  get underWay(): Refund[] {
    return this.refunds.filter(isUnderWay);
  }

  /** What an admin asked for and the provider has not done. */
  get askedUnderWay(): Refund[] {
    return this.underWay.filter(isAsked);
  }

  /** What the gateway gave back itself: what a person gave back in another way it does not show. */
  get returnedByGatewayCents(): number {
    const done = this.refunds.filter(({ status, endedByHand }) => status === 'done' && endedByHand === null);
    return Math.max(this.payment.refundedCents, sum(done));
  }

  /** What has gone back, as far as the gateway told or we saw it done; both may lag. */
  get returnedCents(): number {
    return Math.max(this.payment.refundedCents, sum(this.refunds.filter(({ status }) => status === 'done')));
  }

  /** What of that the order has got back: what was paid above its total and went back as such was never the order's. */
  get returnedOfOrderCents(): number {
    return this.returnedCents - sum(this.refunds.filter((one) => one.status === 'done' && !isAsked(one)));
  }

  get pendingCents(): number {
    return sum(this.askedUnderWay);
  }

  /** What may still be given back: neither gone nor on its way. */
  get remainingCents(): number {
    return Math.max(this.paidCents - this.returnedCents - sum(this.underWay), 0);
  }
}

type Parts = { order: { currentPaymentId: string }; payments: readonly Payment[]; refunds: readonly Refund[] };
