import { isAtProvider, type Payment, type ProviderPayment } from './payment.ts';
import { isRequested, isUnderWay, type Refund } from './refund.ts';

const sum = (refunds: readonly Refund[]): number => refunds.reduce((cents, { amountCents }) => cents + amountCents, 0);

/**
 * One payment with its own refunds. All decisions about what can be and what was refunded use this alone: refunds of an order's
 * other payments never count.
 */
export class PaymentAccount<P extends Payment = Payment> {
  readonly payment: P;
  readonly refunds: readonly Refund[];

  private constructor(payment: P, refunds: readonly Refund[]) {
    this.payment = payment;
    this.refunds = refunds;
  }

  /** A payment with those of its order's refunds that are its own. */
  static of<P extends Payment>(payment: P, ofOrder: readonly Refund[]): PaymentAccount<P> {
    return new PaymentAccount(
      payment,
      ofOrder.filter(({ paymentId }) => paymentId === payment.id),
    );
  }

  /** The account of the payment that paid the order, or is to. */
  static current({ order, payments, refunds }: Parts): PaymentAccount {
    return PaymentAccount.of(
      payments.find(({ id }) => id === order.currentPaymentId)!,
      refunds,
    );
  }

  /** The payment that a refund gives back. */
  static ofRefund({ payments, refunds }: Payments, { paymentId }: Refund): PaymentAccount<ProviderPayment> {
    return PaymentAccount.of(
      payments.filter(isAtProvider).find(({ id }) => id === paymentId)!,
      refunds,
    );
  }

  get paidCents(): number {
    return this.payment.paidCents ?? this.payment.amountCents;
  }

  get underWay(): Refund[] {
    return this.refunds.filter(isUnderWay);
  }

  /** Refunds that an admin requested and the provider has not done. */
  get requestedUnderWay(): Refund[] {
    return this.underWay.filter(isRequested);
  }

  /** What the provider refunded; it does not show what a person refunded in another way. */
  get returnedByGatewayCents(): number {
    return Math.max(this.payment.refundedCents, sum(this.#doneByGateway));
  }

  /** What was refunded, as far as the provider has shown it or we have seen it done; both may lag. */
  get returnedCents(): number {
    return Math.max(this.payment.refundedCents, sum(this.settled));
  }

  /** The part of that which was the order's: a refunded surplus never was. */
  get returnedOfOrderCents(): number {
    return this.returnedCents - sum(this.settled.filter((one) => !isRequested(one)));
  }

  /**
   * Refunds that are done, and pending ones while the provider shows more refunded than those. It may show a refund before it
   * responds to the request, and some providers name it only in that response. The money might also be a refund from the
   * provider's panel; that shows once ours is done.
   */
  get settled(): Refund[] {
    let unexplained = this.unexplainedCents;
    // Refunds that were never the order's come first: attributed to the order, they would lower earnings, which is never undone.
    const candidates = this.underWay.toSorted((one, other) => Number(isRequested(one)) - Number(isRequested(other)));
    const shown = candidates.filter(({ amountCents }) => {
      const isShown = amountCents <= unexplained;
      if (isShown) unexplained -= amountCents;
      return isShown;
    });
    return [...this.#done, ...shown];
  }

  /** What the provider shows as refunded beyond the refunds that are done. */
  get unexplainedCents(): number {
    return Math.max(this.payment.refundedCents - sum(this.#doneByGateway), 0);
  }

  get #done(): Refund[] {
    return this.refunds.filter(({ status }) => status === 'done');
  }

  get #doneByGateway(): Refund[] {
    return this.#done.filter(({ endedByHand }) => endedByHand === null);
  }

  get pendingCents(): number {
    return sum(this.requestedUnderWay);
  }

  /** What can still be refunded: neither refunded nor pending. */
  get remainingCents(): number {
    const settled = this.settled;
    const onTheWay = this.underWay.filter((one) => !settled.includes(one));
    return Math.max(this.paidCents - this.returnedCents - sum(onTheWay), 0);
  }
}

type Payments = { payments: readonly Payment[]; refunds: readonly Refund[] };
type Parts = Payments & { order: { currentPaymentId: string } };
