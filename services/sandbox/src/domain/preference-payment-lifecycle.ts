import type { PaymentStatus, PaymentStep, PayMethod, Preference, PreferencePayment } from './preference-payment.ts';
import { Rejection } from './rejection.ts';

type Move = { from: readonly PaymentStatus[]; status: PaymentStatus; detail: string };

/** What the buyer, the bank or the provider does to a payment that was begun: driven through the control routes. */
export const PAYMENT_MOVES = {
  approve: { from: ['pending', 'in_process'], status: 'approved', detail: 'accredited' },
  review: { from: ['pending'], status: 'in_process', detail: 'pending_review_manual' },
  reject: { from: ['pending', 'in_process'], status: 'rejected', detail: 'cc_rejected_other_reason' },
  expire: { from: ['pending'], status: 'cancelled', detail: 'expired' },
  dispute: { from: ['approved'], status: 'in_mediation', detail: 'pending' },
  charge_back: { from: ['approved', 'in_mediation'], status: 'charged_back', detail: 'in_process' },
  chargeback_won: { from: ['charged_back'], status: 'charged_back', detail: 'reimbursed' },
  chargeback_lost: { from: ['charged_back'], status: 'charged_back', detail: 'settled' },
} as const satisfies Record<string, Move>;

export type PaymentMove = keyof typeof PAYMENT_MOVES;
export const PAYMENT_MOVE_NAMES = Object.keys(PAYMENT_MOVES) as [PaymentMove, ...PaymentMove[]];

const DECLINED = 'cc_rejected_insufficient_amount';
const WAITING_DETAIL: Readonly<Record<PayMethod, string>> = {
  pix: 'pending_waiting_transfer',
  boleto: 'pending_waiting_payment',
  card: 'pending_contingency',
};

type Begun = { preference: Preference; id: string; method: PayMethod; now: Date };

/** A Pix code or a bank slip exists before it is paid. */
export function begin({ preference, id, method, now }: Begun): PaymentStep {
  if (preference.expired) throw new Rejection('conflict', 'preference_expired', 'This payment link has expired.');
  const at = now.toISOString();
  return {
    payment: {
      id,
      preferenceId: preference.id,
      externalReference: preference.externalReference,
      status: 'pending',
      statusDetail: WAITING_DETAIL[method],
      method,
      amountCents: preference.amountCents,
      refunds: [],
      createdAt: at,
      updatedAt: at,
      approvedAt: null,
    },
    action: 'payment.created',
  };
}

/** A card is decided at once: its payment is there when it is over. */
export function payByCard(begun: Omit<Begun, 'method'>, isApproved: boolean): PaymentStep {
  const { payment, action } = begin({ ...begun, method: 'card' });
  const at = begun.now.toISOString();
  const decided: PreferencePayment = isApproved
    ? { ...payment, status: 'approved', statusDetail: 'accredited', approvedAt: at }
    : { ...payment, status: 'rejected', statusDetail: DECLINED };
  return { payment: decided, action };
}

export function movePayment(payment: PreferencePayment, name: PaymentMove, now: Date): PaymentStep {
  const { from, status, detail }: Move = PAYMENT_MOVES[name];
  if (!from.includes(payment.status)) throw notPossible(payment, `become ${status}`);
  return changed(
    payment,
    { status, statusDetail: detail, ...(name === 'approve' && { approvedAt: now.toISOString() }) },
    now,
  );
}

export function cancelPayment(payment: PreferencePayment, now: Date): PaymentStep {
  if (payment.status !== 'pending' && payment.status !== 'in_process') throw notPossible(payment, 'be cancelled');
  return changed(payment, { status: 'cancelled', statusDetail: 'by_collector' }, now);
}

export const changed = (payment: PreferencePayment, changes: Partial<PreferencePayment>, now: Date): PaymentStep => ({
  payment: { ...payment, ...changes, updatedAt: now.toISOString() },
  action: 'payment.updated',
});

const notPossible = (payment: PreferencePayment, action: string): Rejection =>
  new Rejection('conflict', '2018', `A payment that is ${payment.status} cannot ${action}.`);
