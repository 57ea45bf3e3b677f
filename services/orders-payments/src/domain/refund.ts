import { DomainError } from '@estampa/kernel/errors';
import type { PaymentState, ProviderRefund } from './payment.ts';

/** requested: the gateway may or may not have heard of it; pending: it has, and is not done; failed: it will not. */
export const REFUND_STATES = ['requested', 'pending', 'requires_payer_action', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Asked for by an admin, or money that the order was never to have. */
export const REFUND_REASONS = ['refund', 'cancel', 'late', 'surplus', 'underpaid'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export type ReturnReason = Extract<RefundReason, 'late' | 'surplus' | 'underpaid'>;

/** What a refund is for: an item's line lessens that item's earning alone, the others nobody's. */
export type RefundLine =
  | { type: 'item'; orderItemId: string; amountCents: number }
  | { type: 'shipping' | 'goodwill'; amountCents: number };

export const HAND_ENDINGS = ['settled', 'given_up'] as const;

/** Money that goes back to whoever paid it. */
export type Refund = {
  id: string;
  orderId: string;
  paymentId: string;
  reason: RefundReason;
  amountCents: number;
  /** Null: it is spread over all items. */
  lines: readonly RefundLine[] | null;
  status: RefundState;
  providerRefundId: string | null;
  /** Where the buyer says where the money goes. */
  payerActionUrl: string | null;
  createdAt: Date;
  doneAt: Date | null;
  /** How often the gateway rejected, and why it did the last time: its own code. */
  failures: number;
  refusal: string | null;
  /** How a person ended it, and what that person noted. */
  endedByHand: (typeof HAND_ENDINGS)[number] | null;
  note: string | null;
  /** When the background work looks at it next. This and what follows is written by the statements that claim a refund alone. */
  readonly dueAt: Date | null;
  /** How often the right to ask the gateway was taken. */
  readonly tries: number;
  /** Until then one process alone may ask the gateway for it, and nobody when that one was not answered. */
  readonly claimedUntil: Date | null;
};

/** The gateway may still do it. */
export const isUnderWay = ({ status }: Pick<Refund, 'status'>): boolean => status !== 'done' && status !== 'failed';

/** Asked for by an admin: a rejection is the admin's answer. All other money is sent back until it is taken. */
export const isRequested = ({ reason }: Pick<Refund, 'reason'>): boolean => reason === 'refund' || reason === 'cancel';

/** The provider's account did not hold enough: it is asked for again for as long as that is so. */
export const INSUFFICIENT_BALANCE = 'insufficient_balance';
export const isUnfunded = ({ status, refusal }: Pick<Refund, 'status' | 'refusal'>): boolean =>
  status === 'requested' && refusal === INSUFFICIENT_BALANCE;

/** How much is to go back: what is asked for, or all that remains. */
export function refundAmount(remaining: number, requested: number | null): number {
  if (remaining > 0 && (requested === null || (requested > 0 && requested <= remaining))) return requested ?? remaining;
  const message = `At most ${remaining} cents of this order can still be refunded`;
  throw new DomainError('invalid', 'refund_too_large', message, {
    fields: [{ path: 'amountCents', code: 'too_big', message }],
    members: { remainingCents: String(remaining) },
  });
}

/** What the gateway showed of our own refunds at one moment. */
type Shown = { reported: readonly ProviderRefund[]; state: PaymentState };

/** Takes what the gateway shows; a payment that is gone whole has had all of them. Gives those that are gone on with at another time than before: what it denied, or had rejected and took up. */
export function takeRefunds(refunds: readonly Refund[], shownNow: Shown, now: Date): Refund[] {
  if (shownNow.state === 'refunded') for (const refund of refunds.filter(isOwed)) finishRefund(refund, now);
  // It said no, and took it up all the same.
  const taken = refunds.filter((one) => one.status === 'failed' && one.endedByHand === null && isTaken(one, shownNow));
  for (const refund of taken) refund.status = 'pending';
  const denied: Refund[] = [];
  for (const refund of refunds.filter(isUnderWay)) {
    const shown = shownOf(refund, shownNow);
    if (!shown) continue;
    refund.providerRefundId ??= shown.providerRefundId;
    refund.payerActionUrl = shown.payerActionUrl ?? refund.payerActionUrl;
    // One that it rejected and took up all the same is not yet rejected that often.
    if (shown.state === 'pending') refund.failures = shown.attempt ?? refund.failures;
    if (shown.state === 'done') finishRefund(refund, now);
    else if (shown.state === 'cancelled') {
      denyRefund(refund);
      denied.push(refund);
    } else if (shown.payerActionUrl) refund.status = 'requires_payer_action';
    else if (refund.status === 'requested') refund.status = 'pending';
  }
  return [...taken.filter(isUnderWay), ...denied];
}

const isTaken = (refund: Refund, { reported }: Shown): boolean =>
  reported.some((one) => one.state !== 'cancelled' && isSame(one, refund));

/** It may still be done, or is not ours and was given up. */
const isOwed = (refund: Refund): boolean => isUnderWay(refund) || (refund.status === 'failed' && !isRequested(refund));

/** What was denied stays to be seen there when it is asked for again: only the denial of the latest try counts. */
function shownOf(refund: Refund, { reported, state: now }: Shown): ProviderRefund | undefined {
  const own = reported.filter((one) => isSame(one, refund));
  if (own.length === 0 && refund.status === 'requires_payer_action' && now !== 'refund_in_progress')
    return unnamedDenial(refund, reported);
  const alive = own.find(({ state }) => state === 'done') ?? own.find(({ state }) => state === 'pending');
  return alive ?? own.find(({ attempt }) => attempt === null || attempt === refund.failures);
}

/**
 * A bank slip's refund bears no name of ours: whoever waits for its payer has been denied when the payment is not on its way
 * back any more, and shows one of that amount which was cancelled and none that may still come.
 */
function unnamedDenial({ amountCents }: Refund, reported: readonly ProviderRefund[]): ProviderRefund | undefined {
  const unnamed = reported.filter((one) => !one.refundId && !one.providerRefundId && one.amountCents === amountCents);
  return unnamed.every(({ state }) => state === 'cancelled') ? unnamed.at(-1) : undefined;
}

const isSame = (reported: ProviderRefund, { id, providerRefundId }: Refund): boolean =>
  reported.refundId === id || (reported.providerRefundId !== null && reported.providerRefundId === providerRefundId);

export function finishRefund(refund: Refund, now: Date): void {
  Object.assign(refund, { status: 'done', doneAt: now, refusal: null });
}

export const REJECTIONS_MAX = 20;
const DENIED = 'refund_denied';

/** An admin hears of a rejection at once; money that is not ours is offered again, later each time, and at last left to people. */
export function denyRefund(refund: Refund): void {
  refund.failures += 1;
  refund.providerRefundId = null;
  refund.refusal = DENIED;
  refund.status = isRequested(refund) || refund.failures >= REJECTIONS_MAX ? 'failed' : 'requested';
}
