import { isAtProvider, type Payment, type ProviderPayment } from './payment.ts';
import { isRequested, isUnderWay, type Refund } from './refund.ts';

const sum = (refunds: readonly Refund[]): number => refunds.reduce((cents, { amountCents }) => cents + amountCents, 0);

/**
 * One payment with its own refunds. What may go back, and what an order has got back, is decided about this alone: what is on
 * its way back of an order's other payments never counts.
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

  /** The payment that an order was paid by, or is to be. */
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

  /** What an admin asked for and the provider has not done. */
  get requestedUnderWay(): Refund[] {
    return this.underWay.filter(isRequested);
  }

  /** What the gateway gave back itself: what a person gave back in another way it does not show. */
  get returnedByGatewayCents(): number {
    return Math.max(this.payment.refundedCents, sum(this.#doneByGateway));
  }

  /** What has gone back, as far as the gateway told or we saw it done; both may lag. */
  get returnedCents(): number {
    return Math.max(this.payment.refundedCents, sum(this.settled));
  }

  /** What of that the order has got back: what was paid above its total and went back as such was never the order's. */
  get returnedOfOrderCents(): number {
    return this.returnedCents - sum(this.settled.filter((one) => !isRequested(one)));
  }

  /**
   * Refunds that have gone back: those that are done, and those that are under way while the gateway shows more gone than is
   * done. It may show a refund before it responds to the request for it, and some name it only in that response: who else
   * could have sent that money back is a person in its panel, whose refund is told apart once ours is done.
   */
  get settled(): Refund[] {
    let unexplained = this.unexplainedCents;
    // What was never the order's comes first: taken for the order's, it would lessen earnings, and nothing gives those back.
    const candidates = this.underWay.toSorted((one, other) => Number(isRequested(one)) - Number(isRequested(other)));
    const shown = candidates.filter(({ amountCents }) => {
      const isShown = amountCents <= unexplained;
      if (isShown) unexplained -= amountCents;
      return isShown;
    });
    return [...this.#done, ...shown];
  }

  /** What the gateway shows as gone beyond the refunds that are known to be done. */
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

  /** What may still be given back: neither gone nor on its way. */
  get remainingCents(): number {
    const settled = this.settled;
    const onTheWay = this.underWay.filter((one) => !settled.includes(one));
    return Math.max(this.paidCents - this.returnedCents - sum(onTheWay), 0);
  }
}

type Payments = { payments: readonly Payment[]; refunds: readonly Refund[] };
type Parts = Payments & { order: { currentPaymentId: string } };
