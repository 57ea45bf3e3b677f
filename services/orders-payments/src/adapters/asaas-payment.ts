import { z } from 'zod';
import type { Charge, PaymentMethod, PaymentSnapshot, PaymentState, ProviderRefund } from '../domain/payment.ts';
import { toCents } from './reais.ts';

/** The fields of a payment that matter here; others are ignored. */
export const AsaasPayment = z.object({
  id: z.string(),
  status: z.string(),
  value: z.number(),
  netValue: z.number().nullish(),
  invoiceUrl: z.string(),
  externalReference: z.string().nullish(),
  deleted: z.boolean().nullish(),
  billingType: z.string().nullish(),
  lastBankSlipViewedDate: z.string().nullish(),
  // What else stands in it must not prevent reading the payment.
  chargeback: z
    .object({ reason: z.string().nullish(), deadlineToSendDisputeDocuments: z.iso.date().nullish() })
    .nullish()
    .catch(null),
  refunds: z.array(z.object({ status: z.string(), value: z.number(), description: z.string().nullish() })).nullish(),
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
/** UNDEFINED means that the buyer has not chosen yet. */
const METHOD_OF: Readonly<Record<string, PaymentMethod>> = {
  PIX: 'pix',
  CREDIT_CARD: 'card',
  DEBIT_CARD: 'card',
  BOLETO: 'boleto',
};
/** The state for an unknown status: it changes nothing. */
const UNKNOWN: PaymentState = 'in_review';

const REFUND_STATE_OF: Readonly<Record<string, ProviderRefund['state']>> = { DONE: 'done', CANCELLED: 'cancelled' };
/** Asaas refunds have no id, so the description ends with ours, after the number of the attempt if it is not the first. */
const OWN_REFUND = /(?:\((\d+)\) )?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const DESCRIPTION = 'Estorno';

export const describeRefund = (refundId: string, attempt: number): string =>
  attempt === 0 ? `${DESCRIPTION} ${refundId}` : `${DESCRIPTION} (${attempt + 1}) ${refundId}`;

export function toSnapshot(payment: AsaasPayment): PaymentSnapshot {
  const amountCents = toCents(payment.value);
  const refunds = (payment.refunds ?? []).map(toRefund);
  const done = refunds.filter(({ state }) => state === 'done').reduce((sum, refund) => sum + refund.amountCents, 0);
  const refundedCents = payment.status === 'REFUNDED' ? amountCents : done;
  return {
    paymentId: payment.id,
    reference: payment.externalReference ?? null,
    charge: toCharge(payment),
    state: stateOf(payment, refundedCents),
    rawStatus: payment.status,
    amountCents,
    refundedCents,
    refunds,
    method: methodOf(payment),
    ...feeOf(payment, amountCents),
    ...disputeOf(payment),
  };
}

/** Who has looked at the boleto of a charge that can be paid in any way may be about to pay it, which shows days later. */
function methodOf({ billingType, lastBankSlipViewedDate, status }: AsaasPayment): PaymentMethod | null {
  const isAwaited = status === 'PENDING' || status === 'OVERDUE';
  return METHOD_OF[billingType ?? ''] ?? (isAwaited && lastBankSlipViewedDate ? 'boleto' : null);
}

const disputeOf = ({ chargeback }: AsaasPayment): Pick<PaymentSnapshot, 'dispute'> =>
  chargeback
    ? { dispute: { reason: chargeback.reason ?? null, respondBy: chargeback.deadlineToSendDisputeDocuments ?? null } }
    : {};

/** Before anybody pays, the net value is an estimate; cash never reaches the account. */
const WITH_FEE = ['CONFIRMED', 'RECEIVED', 'DUNNING_RECEIVED'];

const feeOf = ({ status, netValue }: AsaasPayment, amountCents: number): Pick<PaymentSnapshot, 'feeCents'> =>
  netValue != null && WITH_FEE.includes(status) ? { feeCents: Math.max(amountCents - toCents(netValue), 0) } : {};

/** An Asaas charge and its payment share one id. */
export const toCharge = ({ id, invoiceUrl }: AsaasPayment): Charge & { paymentId: string } => ({
  preferenceId: id,
  paymentId: id,
  initPoint: invoiceUrl,
  sandboxInitPoint: null,
});

function toRefund({ status, value, description }: NonNullable<AsaasPayment['refunds']>[number]): ProviderRefund {
  const [, number = '1', refundId] = OWN_REFUND.exec(description ?? '') ?? [];
  return {
    refundId: refundId ?? null,
    attempt: refundId ? Number(number) - 1 : null,
    providerRefundId: null,
    amountCents: toCents(value),
    state: REFUND_STATE_OF[status] ?? 'pending',
  };
}

function stateOf({ status, deleted }: AsaasPayment, refundedCents: number): PaymentState {
  const state = STATE_OF[status] ?? UNKNOWN;
  if (deleted && (state === 'pending' || state === 'overdue' || state === 'in_review')) return 'cancelled';
  return state === 'approved' && refundedCents > 0 ? 'partially_refunded' : state;
}
