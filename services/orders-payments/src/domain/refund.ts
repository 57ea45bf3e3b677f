import { DomainError } from '@estampa/kernel/errors';
import type { PaymentState, ProviderRefund } from './payment.ts';

/** requested: the provider may or may not have received it; pending: it has, and is not done; failed: it will not be done. */
export const REFUND_STATES = ['requested', 'pending', 'requires_payer_action', 'done', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** Requested by an admin (`refund`, `cancel`), or money that the order was never to have. */
export const REFUND_REASONS = ['refund', 'cancel', 'late', 'surplus', 'underpaid'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
export type ReturnReason = Extract<RefundReason, 'late' | 'surplus' | 'underpaid'>;

/** The purpose of a part of a refund. A line for an item lowers that item's earnings; other lines lower none. */
export type RefundLine =
  | { type: 'item'; orderItemId: string; amountCents: number }
  | { type: 'shipping' | 'goodwill'; amountCents: number };

export const HAND_ENDINGS = ['settled', 'given_up'] as const;

/** Money that is returned to its payer. */
export type Refund = {
  id: string;
  orderId: string;
  paymentId: string;
  reason: RefundReason;
  amountCents: number;
  /** Null if it is spread over all items. */
  lines: readonly RefundLine[] | null;
  status: RefundState;
  providerRefundId: string | null;
  /** Where the payer enters the recipient of the money. */
  payerActionUrl: string | null;
  createdAt: Date;
  doneAt: Date | null;
  /** How often the provider rejected it, and its code of the last rejection. */
  failures: number;
  refusal: string | null;
  /** How a person ended it, with that person's note. */
  endedByHand: (typeof HAND_ENDINGS)[number] | null;
  note: string | null;
  /**
   * When the background job processes it next. This field and the following ones are written only by the statements that claim a
   * refund.
   */
  readonly dueAt: Date | null;
  /** How often it was claimed. */
  readonly tries: number;
  /** Until then only the process that claimed it may request it; if that one got no response, no process may. */
  readonly claimedUntil: Date | null;
};

/** True if the provider may still perform it. */
export const isUnderWay = ({ status }: Pick<Refund, 'status'>): boolean => status !== 'done' && status !== 'failed';

/** Requested by an admin, who sees a rejection. All other refunds are retried until they succeed. */
export const isRequested = ({ reason }: Pick<Refund, 'reason'>): boolean => reason === 'refund' || reason === 'cancel';

/** The provider's account did not hold enough: the refund is retried for as long as that is so. */
export const INSUFFICIENT_BALANCE = 'insufficient_balance';
export const isUnfunded = ({ status, refusal }: Pick<Refund, 'status' | 'refusal'>): boolean =>
  status === 'requested' && refusal === INSUFFICIENT_BALANCE;

/** The amount to refund: the requested one, or all that remains. */
export function refundAmount(remaining: number, requested: number | null): number {
  if (remaining > 0 && (requested === null || (requested > 0 && requested <= remaining))) return requested ?? remaining;
  const message = `At most ${remaining} cents of this order can still be refunded`;
  throw new DomainError('invalid', 'refund_too_large', message, {
    fields: [{ path: 'amountCents', code: 'too_big', message }],
    members: { remainingCents: String(remaining) },
  });
}

/** What one snapshot shows of our refunds. */
type Shown = { reported: readonly ProviderRefund[]; state: PaymentState };

/**
 * Applies what the provider shows; a fully refunded payment has completed all refunds. Returns those whose next step changes:
 * denied ones, and rejected ones that the provider performs all the same.
 */
export function takeRefunds(refunds: readonly Refund[], shownNow: Shown, now: Date): Refund[] {
  if (shownNow.state === 'refunded') for (const refund of refunds.filter(isOwed)) finishRefund(refund, now);
  // The provider rejected the request, but performs the refund anyway.
  const taken = refunds.filter((one) => one.status === 'failed' && one.endedByHand === null && isTaken(one, shownNow));
  for (const refund of taken) refund.status = 'pending';
  const denied: Refund[] = [];
  for (const refund of refunds.filter(isUnderWay)) {
    const shown = shownOf(refund, shownNow);
    if (!shown) continue;
    refund.providerRefundId ??= shown.providerRefundId;
    refund.payerActionUrl = shown.payerActionUrl ?? refund.payerActionUrl;
    // That attempt did not end as a rejection after all.
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

/** True if it may still be done, or was given up although the money is not ours. */
const isOwed = (refund: Refund): boolean => isUnderWay(refund) || (refund.status === 'failed' && !isRequested(refund));

/** A denied refund stays listed after it is requested again: only the denial of the latest attempt counts. */
function shownOf(refund: Refund, { reported, state: now }: Shown): ProviderRefund | undefined {
  const own = reported.filter((one) => isSame(one, refund));
  if (own.length === 0 && refund.status === 'requires_payer_action' && now !== 'refund_in_progress')
    return unnamedDenial(refund, reported);
  const alive = own.find(({ state }) => state === 'done') ?? own.find(({ state }) => state === 'pending');
  return alive ?? own.find(({ attempt }) => attempt === null || attempt === refund.failures);
}

/**
 * Refunds of bank slips show no id of ours. One that waits for its payer was denied when the payment is no longer being refunded,
 * and all refunds of its amount are cancelled.
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

/** A rejection ends an admin's refund; money that is not ours is retried with growing delays, and in the end left to people. */
export function denyRefund(refund: Refund): void {
  refund.failures += 1;
  refund.providerRefundId = null;
  refund.refusal = DENIED;
  refund.status = isRequested(refund) || refund.failures >= REJECTIONS_MAX ? 'failed' : 'requested';
}
