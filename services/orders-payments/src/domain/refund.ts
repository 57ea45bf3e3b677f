import { DomainError } from '@estampa/kernel/errors';
import type { Order } from './order.ts';
import type { Payment, ProviderRefund } from './payment.ts';

/** requested: the gateway may or may not have heard of it; pending: it has, and is not done; failed: it will not. */
export const REFUND_STATES = ['requested', 'pending', 'requires_payer_action', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Asked for by an admin, or money that the order was never to have. */
export const REFUND_REASONS = ['refund', 'cancel', 'late', 'surplus', 'underpaid'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export type ReturnReason = Extract<RefundReason, 'late' | 'surplus' | 'underpaid'>;

/** Money that goes back to whoever paid it. */
export type Refund = {
  id: string;
  orderId: string;
  paymentId: string;
  reason: RefundReason;
  amountCents: number;
  status: RefundState;
  providerRefundId: string | null;
  /** Where the buyer says where the money goes. */
  payerActionUrl: string | null;
  createdAt: Date;
  doneAt: Date | null;
  /** When the background work looks at it next. */
  dueAt: Date | null;
  /** How often the gateway was asked, and how often in a row it refused. */
  tries: number;
  failures: number;
  /** Until then one process alone may ask the gateway for it. */
  claimedUntil: Date | null;
};

/** The gateway may still do it. */
export const isUnderWay = ({ status }: Pick<Refund, 'status'>): boolean => status !== 'done' && status !== 'failed';

/** Asked for by an admin: a refusal is the admin's answer. All other money is sent back until it is taken. */
export const isAsked = ({ reason }: Pick<Refund, 'reason'>): boolean => reason === 'refund' || reason === 'cancel';

const sum = (refunds: readonly Refund[]): number => refunds.reduce((cents, { amountCents }) => cents + amountCents, 0);

/** What has gone back of a payment, as far as the gateway told or we saw it done; both may lag. */
export const returnedCents = (payment: Payment, refunds: readonly Refund[]): number =>
  Math.max(payment.refundedCents, sum(ofPayment(payment, refunds).filter(({ status }) => status === 'done')));

export const ofPayment = <R extends Refund>(payment: Pick<Payment, 'id'>, refunds: readonly R[]): R[] =>
  refunds.filter(({ paymentId }) => paymentId === payment.id);

/** What may still be given back of an order's payment: neither gone nor on its way. */
export function remainingCents(order: Pick<Order, 'totalCents'>, payment: Payment, refunds: readonly Refund[]): number {
  const underWay = sum(ofPayment(payment, refunds).filter(isUnderWay));
  return Math.max(order.totalCents - returnedCents(payment, refunds) - underWay, 0);
}

/** How much is to go back: what is asked for, or all that remains. */
export function refundAmount(remaining: number, asked: number | null): number {
  if (remaining > 0 && (asked === null || (asked > 0 && asked <= remaining))) return asked ?? remaining;
  const message = `At most ${remaining} cents of this order can still be refunded`;
  throw new DomainError('invalid', 'refund_too_large', message, {
    fields: [{ path: 'amountCents', code: 'too_big', message }],
    members: { remainingCents: String(remaining) },
  });
}

/** What the gateway shows of our own refunds; a payment that is gone whole has had all of them. */
export function takeRefunds(
  refunds: readonly Refund[],
  { told, isGoneWhole }: { told: readonly ProviderRefund[]; isGoneWhole: boolean },
  now: Date,
): void {
  for (const refund of refunds.filter(isUnderWay)) {
    const shown = told.find((one) => isSame(one, refund));
    if (isGoneWhole || shown?.state === 'done') finishRefund(refund, now);
    else if (shown?.state === 'cancelled') denyRefund(refund, now);
    else if (shown && refund.status === 'requested') refund.status = 'pending';
  }
}

const isSame = (told: ProviderRefund, { id, providerRefundId }: Refund): boolean =>
  told.refundId === id || (told.providerRefundId !== null && told.providerRefundId === providerRefundId);

export function finishRefund(refund: Refund, now: Date): void {
  Object.assign(refund, { status: 'done', doneAt: now, dueAt: null, failures: 0 });
}

export const REFUSALS_MAX = 20;
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 6 * 3_600_000;

/** An admin hears of a refusal at once; money that is not ours is offered again, later each time, and at last left to people. */
export function denyRefund(refund: Refund, now: Date): void {
  refund.failures += 1;
  if (isAsked(refund) || refund.failures >= REFUSALS_MAX) {
    Object.assign(refund, { status: 'failed', dueAt: null });
    return;
  }
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** (refund.failures - 1), LONGEST_RETRY_MS);
  Object.assign(refund, { status: 'requested', dueAt: new Date(now.getTime() + waitMs) });
}

export type RefundAnswer =
  | { kind: 'done' | 'pending'; providerRefundId: string | null }
  | { kind: 'requires_payer_action'; url: string }
  | { kind: 'refused' };

const LOOK_AFTER_MS = 15 * 60_000;

/** What the gateway answered when it was asked for a refund; a notification may have told the end before. */
export function takeAnswer(refund: Refund, answer: RefundAnswer, now: Date): void {
  refund.claimedUntil = null;
  if (!isUnderWay(refund)) return;
  if (answer.kind === 'refused') return denyRefund(refund, now);
  refund.dueAt = new Date(now.getTime() + LOOK_AFTER_MS);
  if (answer.kind === 'requires_payer_action') {
    return void Object.assign(refund, { status: answer.kind, payerActionUrl: answer.url });
  }
  refund.providerRefundId ??= answer.providerRefundId;
  if (answer.kind === 'done') finishRefund(refund, now);
  else refund.status = 'pending';
}

const LONGEST_LOOK_MS = 24 * 3_600_000;

/** When a refund that the gateway has not finished is looked at next: rarely, since it tells by itself. */
export const nextLookAt = ({ createdAt }: Pick<Refund, 'createdAt'>, now: Date): Date => {
  const ageMs = now.getTime() - createdAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(ageMs, LOOK_AFTER_MS), LONGEST_LOOK_MS));
};
