import { isTerminal, type Order } from './order.ts';
import { isOpen, type Payment, type PaymentSnapshot, type PaymentState } from './payment.ts';

type OrderFacts = Pick<Order, 'id' | 'paymentStatus' | 'totalCents' | 'totalRefundedCents' | 'currentPaymentId'>;

/** What is known when a payment is applied to its order. */
export type PaymentFacts = { order: OrderFacts; payment: Payment; snapshot: PaymentSnapshot; now: Date };

export type OrderPaymentEvent =
  'order_approved' | 'order_rejected' | 'order_refunded' | 'order_partially_refunded' | 'order_payment_changed';

/** What has to happen at the gateway afterwards. */
export type FollowUp =
  | { kind: 'cancel_this' }
  | { kind: 'cancel_others' }
  | { kind: 'give_back'; reason: 'late' | 'surplus'; amountCents: number };

export type AppliedPayment = {
  order: Partial<Pick<Order, 'paymentStatus' | 'paidAt' | 'totalRefundedCents' | 'currentPaymentId'>>;
  payment: Partial<Pick<Payment, 'status' | 'paidAt' | 'refundedCents'>>;
  event: OrderPaymentEvent | null;
  followUp: FollowUp | null;
  /** For the log and the notification's record. */
  outcome: string;
};

type Rule = (facts: PaymentFacts) => Partial<AppliedPayment> & { outcome: string };

/** What a payment at the gateway means for its order: live is pending, rejected or approved; terminal is the rest. */
export const EFFECTS: Readonly<Record<PaymentState, { live: Rule; terminal: Rule }>> = {
  approved: { live: approve, terminal: giveBackLate },
  pending: { live: waits, terminal: cancels },
  overdue: { live: waits, terminal: cancels },
  in_review: { live: observe, terminal: observe },
  rejected: { live: reject, terminal: observe },
  cancelled: { live: reject, terminal: observe },
  partially_refunded: { live: refundPart, terminal: giveBackLate },
  refund_in_progress: { live: observe, terminal: observe },
  refunded: { live: refund, terminal: observe },
  disputed: { live: observe, terminal: observe },
};

/** Applies a payment's present state to its order. The same state again changes nothing. */
export function applyPayment(facts: PaymentFacts): AppliedPayment {
  const { order, payment, snapshot } = facts;
  const effects = EFFECTS[snapshot.state];
  const applied = (isTerminal(order) ? effects.terminal : effects.live)(facts);

  const changes = onlyChanges(payment, { refundedCents: snapshot.refundedCents, ...applied.payment });
  const isShown = (applied.order?.currentPaymentId ?? order.currentPaymentId) === payment.id;
  const isSeen = isShown && (changes.status !== undefined || changes.paidAt !== undefined);
  return {
    order: applied.order ?? {},
    payment: changes,
    event: applied.event ?? (isSeen ? 'order_payment_changed' : null),
    followUp: applied.followUp ?? null,
    outcome: applied.outcome,
  };
}

function approve({ order, payment, snapshot, now }: PaymentFacts): ReturnType<Rule> {
  if (snapshot.amountCents < payment.amountCents) return { outcome: 'amount_too_small' };
  if (payment.paidAt) return { payment: { status: 'approved' }, outcome: 'already_counted' };

  const counted = { status: 'approved', paidAt: now } as const;
  if (order.paymentStatus === 'approved') return giveBack('surplus', counted, snapshot);
  return {
    order: { paymentStatus: 'approved', paidAt: now, currentPaymentId: payment.id },
    payment: counted,
    event: 'order_approved',
    followUp: { kind: 'cancel_others' },
    outcome: 'approved',
  };
}

/** Money for an order that is over goes back, unless it was counted while the order was alive. */
function giveBackLate({ payment, snapshot, now }: PaymentFacts): ReturnType<Rule> {
  if (payment.paidAt) return { payment: { status: snapshot.state }, outcome: 'already_counted' };
  return giveBack('late', { status: snapshot.state, paidAt: now }, snapshot);
}

function giveBack(
  reason: 'late' | 'surplus',
  payment: AppliedPayment['payment'],
  snapshot: PaymentSnapshot,
): ReturnType<Rule> {
  const amountCents = snapshot.amountCents - snapshot.refundedCents;
  return { payment, followUp: amountCents > 0 ? { kind: 'give_back', reason, amountCents } : null, outcome: reason };
}

/** A refused card leaves the charge payable, so a refusal stands until money comes or a new payment is made. */
function waits(facts: PaymentFacts): ReturnType<Rule> {
  const { payment, snapshot } = facts;
  if (payment.cancelRequestedAt) return cancels(facts);
  const isKept = payment.paidAt !== null || payment.status === 'rejected';
  return { payment: isKept ? {} : { status: snapshot.state }, outcome: 'waiting' };
}

function cancels({ payment, snapshot }: PaymentFacts): ReturnType<Rule> {
  if (payment.paidAt) return { outcome: 'already_counted' };
  return { payment: { status: snapshot.state }, followUp: { kind: 'cancel_this' }, outcome: 'cancel_requested' };
}

/** Only the payment that the buyer is asked for can fail the order; one that we cancelled ourselves never does. */
function reject({ order, payment, snapshot }: PaymentFacts): ReturnType<Rule> {
  if (payment.paidAt) return { outcome: 'already_counted' };
  const isExpected = payment.cancelRequestedAt !== null || payment.id !== order.currentPaymentId;
  const isFailed = order.paymentStatus === 'pending' && !isExpected;
  return {
    order: isFailed ? { paymentStatus: 'rejected' } : {},
    payment: { status: snapshot.state },
    ...(isFailed && { event: 'order_rejected' as const }),
    outcome: isFailed ? 'rejected' : snapshot.state,
  };
}

/** A notification of the approval itself may be missing: a refund proves that there was money. */
function refundPart(facts: PaymentFacts): ReturnType<Rule> {
  const { order, payment, snapshot } = facts;
  if (!payment.paidAt) {
    const approved = approve(facts);
    if (approved.event !== 'order_approved') return approved;
    const partly = { ...approved.order, totalRefundedCents: snapshot.refundedCents };
    return { ...approved, order: partly, payment: { ...approved.payment, status: snapshot.state } };
  }
  if (!isTheOnePaid(order, payment)) return { payment: { status: snapshot.state }, outcome: 'partially_refunded' };
  if (snapshot.refundedCents >= payment.amountCents) return refund(facts);
  if (snapshot.refundedCents <= order.totalRefundedCents) return { outcome: 'already_counted' };
  return {
    order: { totalRefundedCents: snapshot.refundedCents },
    payment: { status: snapshot.state },
    event: 'order_partially_refunded',
    outcome: 'partially_refunded',
  };
}

function refund({ order, payment }: PaymentFacts): ReturnType<Rule> {
  if (!isTheOnePaid(order, payment)) return { payment: { status: 'refunded' }, outcome: 'refunded' };
  return {
    order: { paymentStatus: 'refunded', totalRefundedCents: order.totalCents },
    payment: { status: 'refunded' },
    event: 'order_refunded',
    outcome: 'refunded',
  };
}

function observe({ payment, snapshot }: PaymentFacts): ReturnType<Rule> {
  const isStale = payment.paidAt !== null && isOpen({ status: snapshot.state });
  return { payment: isStale ? {} : { status: snapshot.state }, outcome: snapshot.state };
}

const isTheOnePaid = (order: OrderFacts, payment: Payment): boolean =>
  order.paymentStatus === 'approved' && order.currentPaymentId === payment.id;

const onlyChanges = (payment: Payment, next: AppliedPayment['payment']): AppliedPayment['payment'] =>
  Object.fromEntries(Object.entries(next).filter(([name, value]) => payment[name as keyof Payment] !== value));
