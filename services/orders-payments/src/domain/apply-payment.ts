import { isTerminal, type Order } from './order.ts';
import { isOpen, type PaymentSnapshot, type PaymentState, type ProviderPayment } from './payment.ts';
import type { ReturnReason } from './refund.ts';

type OrderState = Pick<Order, 'id' | 'paymentStatus' | 'totalCents' | 'currentPaymentId' | 'paidAt' | 'isDisputed'>;

/** What is known when a payment is applied to its order. */
export type PaymentUpdate = { order: OrderState; payment: ProviderPayment; snapshot: PaymentSnapshot; now: Date };

export type OrderPaymentEvent =
  | 'order_approved'
  | 'order_rejected'
  | 'order_refunded'
  | 'order_partially_refunded'
  | 'order_disputed'
  | 'order_dispute_ended'
  | 'order_payment_changed';

/** The request to the provider that follows. */
export type FollowUp =
  | { kind: 'cancel_this' }
  | { kind: 'cancel_others' }
  | { kind: 'give_back'; reason: ReturnReason; amountCents: number };

export type AppliedPayment = {
  order: Partial<Pick<Order, 'paymentStatus' | 'paidAt' | 'currentPaymentId' | 'isDisputed'>>;
  payment: Partial<Pick<ProviderPayment, 'status' | 'paidAt' | 'refundedCents' | 'paidCents' | 'feeCents'>>;
  event: OrderPaymentEvent | null;
  followUp: FollowUp | null;
  /** By how much the approving payment exceeds the order's total. */
  surplusCents: number;
  /** For the log and the webhook's record. */
  outcome: string;
};

type Rule = (input: PaymentUpdate) => Partial<AppliedPayment> & { outcome: string };

/**
 * The effect of a payment's state on its order. `live` orders are pending, rejected or approved; `terminal` are all others.
 * Refunds are counted separately, in every state (`settle-refunds.ts`).
 */
export const EFFECTS: Readonly<Record<PaymentState, { live: Rule; terminal: Rule }>> = {
  approved: { live: approve, terminal: giveBackLate },
  pending: { live: waits, terminal: cancels },
  overdue: { live: waits, terminal: cancels },
  in_review: { live: observe, terminal: observe },
  rejected: { live: reject, terminal: observe },
  cancelled: { live: reject, terminal: observe },
  partially_refunded: { live: approve, terminal: giveBackLate },
  refund_in_progress: { live: goingBack, terminal: observe },
  refunded: { live: gone, terminal: observe },
  disputed: { live: approve, terminal: observe },
};

/** Applies a payment's present state to its order. Applying the same state again changes nothing. */
export function applyPayment(input: PaymentUpdate): AppliedPayment {
  const { order, payment, snapshot } = input;
  const effects = EFFECTS[snapshot.state];
  const applied = (isTerminal(order) ? effects.terminal : effects.live)(input);

  // Refunded amounts never decrease, even if an older response arrives late.
  const refundedCents = Math.max(payment.refundedCents, snapshot.refundedCents);
  const isCounted = payment.paidAt !== null || applied.payment?.paidAt != null;
  const paidCents = isCounted ? Math.max(payment.paidCents ?? 0, snapshot.amountCents) : payment.paidCents;
  const feeCents = isCounted ? (snapshot.feeCents ?? payment.feeCents) : payment.feeCents;
  const { status, ...others } = { ...applied.payment, refundedCents, paidCents, feeCents };
  const isStale = snapshot.refundedCents < payment.refundedCents;
  const changes = onlyChanges(payment, { ...others, ...(status && !isStale && { status }) });
  const isShown = (applied.order?.currentPaymentId ?? order.currentPaymentId) === payment.id;
  const isSeen = isShown && (changes.status !== undefined || changes.paidAt !== undefined);
  return {
    order: applied.order ?? {},
    payment: changes,
    event: applied.event ?? (isSeen ? 'order_payment_changed' : null),
    followUp: applied.followUp ?? null,
    surplusCents: applied.surplusCents ?? 0,
    outcome: applied.outcome,
  };
}

/** The payment was approved, whatever followed: a refund or a dispute proves it where the approval's webhook was lost. */
function approve(input: PaymentUpdate): ReturnType<Rule> {
  const { order, payment, snapshot, now } = input;
  const { state } = snapshot;
  if (payment.paidAt) return afterApproval(input);

  const counted = { status: state, paidAt: now };
  const unwanted = unwantedAs(input);
  // The dispute may take the money back at any time, so it is refunded when the dispute has ended.
  if (unwanted && state === 'disputed') return observe(input);
  if (unwanted) return giveBack(unwanted, counted, snapshot);
  return {
    order: {
      paymentStatus: 'approved',
      paidAt: now,
      currentPaymentId: payment.id,
      isDisputed: state === 'disputed',
    },
    payment: counted,
    event: 'order_approved',
    followUp: { kind: 'cancel_others' },
    surplusCents: Math.min(snapshot.amountCents - order.totalCents, leftCents(snapshot)),
    outcome: 'approved',
  };
}

const unwantedAs = ({ order, payment, snapshot }: PaymentUpdate): ReturnReason | null => {
  if (order.paymentStatus === 'approved') return 'surplus';
  return snapshot.amountCents < payment.amountCents ? 'underpaid' : null;
};

/** The money is counted already, so only a dispute can be new. */
function afterApproval({ order, payment, snapshot }: PaymentUpdate): ReturnType<Rule> {
  const isDisputed = snapshot.state === 'disputed';
  const changed = { payment: { status: snapshot.state }, outcome: isDisputed ? 'disputed' : 'already_counted' };
  if (!isTheOnePaid(order, payment) || order.isDisputed === isDisputed) return changed;
  return { ...changed, order: { isDisputed }, event: isDisputed ? 'order_disputed' : 'order_dispute_ended' };
}

/** A refund in progress of money that was never counted approves nothing: the payment is polled until it ends. */
function goingBack(input: PaymentUpdate): ReturnType<Rule> {
  return input.payment.paidAt ? afterApproval(input) : observe(input);
}

/** Refunds money for an order that is over, unless it was counted in time. */
function giveBackLate({ payment, snapshot, now }: PaymentUpdate): ReturnType<Rule> {
  if (payment.paidAt) return { payment: { status: snapshot.state }, outcome: 'already_counted' };
  return giveBack('late', { status: snapshot.state, paidAt: now }, snapshot);
}

function giveBack(
  reason: ReturnReason,
  payment: AppliedPayment['payment'],
  snapshot: PaymentSnapshot,
): ReturnType<Rule> {
  const amountCents = leftCents(snapshot);
  return { payment, followUp: amountCents > 0 ? { kind: 'give_back', reason, amountCents } : null, outcome: reason };
}

/** The part of a payment that is neither refunded nor about to be. */
function leftCents({ amountCents, refundedCents, refunds }: PaymentSnapshot): number {
  const onTheWay = refunds.filter(({ state }) => state === 'pending');
  return amountCents - refundedCents - onTheWay.reduce((sum, refund) => sum + refund.amountCents, 0);
}

/** A charge stays payable after a rejected card, so the order stays rejected until it is paid or a new payment is created. */
function waits(input: PaymentUpdate): ReturnType<Rule> {
  const { payment, snapshot } = input;
  if (snapshot.isUndone && payment.paidAt) return undone(input);
  if (payment.cancelRequestedAt) return cancels(input);
  const isStored = payment.paidAt !== null || payment.status === 'rejected';
  return { payment: isStored ? {} : { status: snapshot.state }, outcome: 'waiting' };
}

/** The payment was undone at the provider: nothing is paid out of it until that is resolved, as in a dispute. */
function undone({ order, payment }: PaymentUpdate): ReturnType<Rule> {
  const isNews = isTheOnePaid(order, payment) && !order.isDisputed;
  return {
    payment: { status: 'disputed' },
    ...(isNews && { order: { isDisputed: true }, event: 'order_disputed' as const }),
    outcome: 'payment_undone',
  };
}

function cancels({ payment, snapshot }: PaymentUpdate): ReturnType<Rule> {
  if (payment.paidAt) return { outcome: 'already_counted' };
  return { payment: { status: snapshot.state }, followUp: { kind: 'cancel_this' }, outcome: 'cancel_requested' };
}

/** Only the current payment can reject the order, and only if we have not cancelled it ourselves. */
function reject({ order, payment, snapshot }: PaymentUpdate): ReturnType<Rule> {
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

/** Everything was refunded. If it was not counted before, that has the effect of a rejection: the buyer may pay again. */
function gone(input: PaymentUpdate): ReturnType<Rule> {
  const { order, payment } = input;
  if (!payment.paidAt) return { ...reject(input), outcome: 'refunded' };
  const ended = isTheOnePaid(order, payment) && order.isDisputed ? { isDisputed: false } : {};
  return { order: ended, payment: { status: 'refunded' }, outcome: 'refunded' };
}

function observe({ payment, snapshot }: PaymentUpdate): ReturnType<Rule> {
  const isStale = payment.paidAt !== null && isOpen({ status: snapshot.state });
  return { payment: isStale ? {} : { status: snapshot.state }, outcome: snapshot.state };
}

const isTheOnePaid = (order: OrderState, payment: ProviderPayment): boolean =>
  order.paidAt !== null && order.currentPaymentId === payment.id;

const onlyChanges = (payment: ProviderPayment, next: AppliedPayment['payment']): AppliedPayment['payment'] =>
  Object.fromEntries(Object.entries(next).filter(([name, value]) => payment[name as keyof ProviderPayment] !== value));
