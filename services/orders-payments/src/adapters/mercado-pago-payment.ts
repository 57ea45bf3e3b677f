import { z } from 'zod';
import type { PaymentMethod, PaymentSnapshot, PaymentState, ProviderRefund } from '../domain/payment.ts';
import { toCents } from './reais.ts';

/** Ids are numbers there, and text here. */
const Id = z.union([z.string(), z.number()]).transform(String);
const Refund = z.object({ id: Id, amount: z.number(), status: z.string().nullish() });
export type MercadoPagoRefund = z.infer<typeof Refund>;
export const MercadoPagoRefund = Refund;

/** The fields of a payment that matter here; others are ignored. */
export const MercadoPagoPayment = z.object({
  id: Id,
  status: z.string(),
  status_detail: z.string().nullish(),
  external_reference: z.string().nullish(),
  payment_type_id: z.string().nullish(),
  transaction_amount: z.number(),
  transaction_amount_refunded: z.number().nullish(),
  refunds: z.array(Refund).nullish(),
  fee_details: z.array(z.object({ amount: z.number(), fee_payer: z.string().nullish() })).nullish(),
});
export type MercadoPagoPayment = z.infer<typeof MercadoPagoPayment>;

const STATE_OF: Readonly<Record<string, PaymentState>> = {
  pending: 'pending',
  in_process: 'in_review',
  authorized: 'in_review',
  approved: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  refunded: 'refunded',
  in_mediation: 'disputed',
};
const CHARGED_BACK = 'charged_back';
/** Final states of a contested payment; until then it is in dispute. */
const DISPUTE_ENDED: Readonly<Record<string, PaymentState>> = { settled: 'refunded', reimbursed: 'approved' };
const METHOD_OF: Readonly<Record<string, PaymentMethod>> = {
  bank_transfer: 'pix',
  credit_card: 'card',
  debit_card: 'card',
  ticket: 'boleto',
};
/** The state for an unknown status: it changes nothing. */
const UNKNOWN: PaymentState = 'in_review';

const REFUND_STATE_OF: Readonly<Record<string, ProviderRefund['state']>> = {
  approved: 'done',
  rejected: 'cancelled',
  cancelled: 'cancelled',
};

export function toSnapshot(payment: MercadoPagoPayment): PaymentSnapshot {
  const amountCents = toCents(payment.transaction_amount);
  const refunds = (payment.refunds ?? []).map(toRefund);
  const done = refunds.filter(({ state }) => state === 'done').reduce((sum, refund) => sum + refund.amountCents, 0);
  // Lists may leave out individual refunds.
  const reported = refunds.length > 0 ? done : toCents(payment.transaction_amount_refunded ?? 0);
  const state = stateOf(payment, reported);
  return {
    paymentId: payment.id,
    reference: payment.external_reference ?? null,
    charge: null,
    state,
    rawStatus: [payment.status, payment.status_detail].filter(Boolean).join(':'),
    amountCents,
    refundedCents: state === 'refunded' ? amountCents : reported,
    refunds,
    method: METHOD_OF[payment.payment_type_id ?? ''] ?? null,
    ...feeOf(payment),
  };
}

/** What the payer bears is no fee of ours. */
const feeOf = ({ status, fee_details: fees }: MercadoPagoPayment): Pick<PaymentSnapshot, 'feeCents'> =>
  fees && status === 'approved'
    ? {
        feeCents: fees.reduce((sum, fee) => sum + (fee.fee_payer === 'payer' ? 0 : toCents(fee.amount)), 0),
      }
    : {};

function stateOf({ status, status_detail: detail }: MercadoPagoPayment, refundedCents: number): PaymentState {
  const state = status === CHARGED_BACK ? (DISPUTE_ENDED[detail ?? ''] ?? 'disputed') : (STATE_OF[status] ?? UNKNOWN);
  return state === 'approved' && refundedCents > 0 ? 'partially_refunded' : state;
}

/** Responses never contain our own ids, so our refunds are matched by the provider's id. */
const toRefund = (refund: MercadoPagoRefund): ProviderRefund => ({
  refundId: null,
  attempt: null,
  providerRefundId: refund.id,
  amountCents: toCents(refund.amount),
  state: refundState(refund),
});

/** Entries without a status date from before refunds could be asynchronous. */
export const refundState = ({ status }: MercadoPagoRefund): ProviderRefund['state'] =>
  status ? (REFUND_STATE_OF[status] ?? 'pending') : 'done';
