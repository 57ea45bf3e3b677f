import {
  claimedCents,
  type PaymentRefund,
  type PaymentStep,
  type PreferencePayment,
  refundedCents,
} from './preference-payment.ts';
import { changed } from './preference-payment-lifecycle.ts';
import { Rejection } from './rejection.ts';

export type RefundMode = 'done' | 'pending' | 'denied' | 'unfunded';

type Wanted = { id: string; amountCents: number | null; mode: RefundMode; fundsCents?: number };

/** Gives a payment back in full or in parts; the last entry is the new one. */
export function refundPayment(payment: PreferencePayment, wanted: Wanted, now: Date): PaymentStep {
  const { id, amountCents, mode, fundsCents = Infinity } = wanted;
  if (payment.status !== 'approved') throw new Rejection('conflict', '2063', `It is ${payment.status}.`);
  const remainingCents = payment.amountCents - claimedCents(payment);
  const wantedCents = amountCents ?? remainingCents;
  if (wantedCents <= 0 || wantedCents > remainingCents)
    throw new Rejection('invalid', '4040', `The refund must be above zero and at most ${remainingCents / 100}.`);
  if (mode === 'unfunded' || wantedCents > fundsCents)
    throw new Rejection('conflict', '2084', 'The balance of the account does not cover the refund.');

  const status = { done: 'approved', pending: 'in_process', denied: 'rejected' } as const;
  const entry: PaymentRefund = { id, amountCents: wantedCents, status: status[mode], createdAt: now.toISOString() };
  return withRefunds(payment, [...payment.refunds, entry], now);
}

/** What was on its way arrives, or does not. */
export function settleRefunds(payment: PreferencePayment, as: 'done' | 'denied', now: Date): PaymentStep {
  const status = as === 'done' ? 'approved' : 'rejected';
  const isWaiting = payment.refunds.some((refund) => refund.status === 'in_process');
  if (!isWaiting) throw new Rejection('conflict', 'no_refund', 'No refund of this payment is on its way.');
  const refunds = payment.refunds.map((entry) => (entry.status === 'in_process' ? { ...entry, status } : entry));
  return withRefunds(payment, refunds as PaymentRefund[], now);
}

function withRefunds(payment: PreferencePayment, refunds: PaymentRefund[], now: Date): PaymentStep {
  const back = refundedCents({ ...payment, refunds });
  if (back >= payment.amountCents)
    return changed(payment, { refunds, status: 'refunded', statusDetail: 'refunded' }, now);
  return changed(payment, { refunds, statusDetail: back > 0 ? 'partially_refunded' : payment.statusDetail }, now);
}
