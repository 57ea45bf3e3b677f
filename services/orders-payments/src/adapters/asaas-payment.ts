import { z } from 'zod';
import type { PaymentSnapshot, PaymentState } from '../domain/payment.ts';

/** The fields of a payment that matter here; all others pass by. */
export const AsaasPayment = z.object({
  id: z.string(),
  status: z.string(),
  value: z.number(),
  invoiceUrl: z.string(),
  externalReference: z.string().nullish(),
  deleted: z.boolean().nullish(),
  refunds: z.array(z.object({ status: z.string(), value: z.number() })).nullish(),
});
export type AsaasPayment = z.infer<typeof AsaasPayment>;

const STATE_OF: Readonly<Record<string, PaymentState>> = {
  PENDING: 'pending',
  AWAITING_RISK_ANALYSIS: 'in_review',
  AUTHORIZED: 'in_review',
  CONFIRMED: 'approved',
  RECEIVED: 'approved',
  RECEIVED_IN_CASH: 'approved',
  DUNNING_RECEIVED: 'approved',
  OVERDUE: 'overdue',
  DUNNING_REQUESTED: 'overdue',
  REFUND_REQUESTED: 'refund_in_progress',
  REFUND_IN_PROGRESS: 'refund_in_progress',
  REFUNDED: 'refunded',
  CHARGEBACK_REQUESTED: 'disputed',
  CHARGEBACK_DISPUTE: 'disputed',
  AWAITING_CHARGEBACK_REVERSAL: 'disputed',
};
/** A status that we do not know changes nothing. */
const UNKNOWN: PaymentState = 'in_review';

const CANCELLED_REFUND = 'CANCELLED';

export function toSnapshot(payment: AsaasPayment): PaymentSnapshot {
  const amountCents = toCents(payment.value);
  const refunds = (payment.refunds ?? []).filter(({ status }) => status !== CANCELLED_REFUND);
  const listed = refunds.reduce((sum, { value }) => sum + toCents(value), 0);
  const refundedCents = payment.status === 'REFUNDED' ? amountCents : listed;
  return {
    paymentId: payment.id,
    // Asaas knows one id alone: it is there as soon as the charge is.
    preferenceId: payment.id,
    reference: payment.externalReference ?? null,
    state: stateOf(payment, refundedCents),
    rawStatus: payment.status,
    amountCents,
    refundedCents,
    initPoint: payment.invoiceUrl,
    sandboxInitPoint: null,
  };
}

function stateOf({ status, deleted }: AsaasPayment, refundedCents: number): PaymentState {
  const state = STATE_OF[status] ?? UNKNOWN;
  if (deleted && (state === 'pending' || state === 'overdue' || state === 'in_review')) return 'cancelled';
  return state === 'approved' && refundedCents > 0 ? 'partially_refunded' : state;
}

export const toCents = (reais: number): number => Math.round(reais * 100);
export const toReais = (cents: number): number => cents / 100;
