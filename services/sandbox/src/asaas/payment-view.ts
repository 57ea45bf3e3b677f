import type { Charge, ChargeStatus, Refund } from '../domain/charge.ts';
import { feeCents } from '../domain/charge-fee.ts';
import { localDate, localDateTime } from '../domain/local-time.ts';

export const invoiceUrl = (charge: Charge, publicUrl: string): string => `${publicUrl}/i/${charge.id}`;

export const boletoUrl = (charge: Charge, publicUrl: string): string => `${publicUrl}/b/pdf/${charge.id}`;

/** The payment object as the API and the notifications show it. */
export function paymentView(charge: Charge, publicUrl: string) {
  const paidOn = charge.paidAt ? localDate(charge.paidAt) : null;
  const confirmedOn = charge.confirmedAt ? localDate(charge.confirmedAt) : null;
  const isPaid = charge.confirmedAt !== null;
  return {
    object: 'payment',
    id: charge.id,
    dateCreated: localDate(charge.createdAt),
    customer: charge.customerId,
    paymentLink: null,
    value: charge.valueCents / 100,
    netValue: netCents(charge) / 100,
    originalValue: charge.originalValueCents == null ? null : charge.originalValueCents / 100,
    interestValue: charge.interestCents === undefined ? null : charge.interestCents / 100,
    description: charge.description,
    billingType: charge.billingType,
    pixTransaction: null,
    status: charge.status,
    dueDate: charge.dueDate,
    originalDueDate: charge.dueDate,
    paymentDate: paidOn,
    clientPaymentDate: confirmedOn,
    confirmedDate: confirmedOn,
    invoiceUrl: invoiceUrl(charge, publicUrl),
    invoiceNumber: String(charge.number).padStart(8, '0'),
    externalReference: charge.externalReference,
    deleted: charge.removed,
    anticipated: false,
    transactionReceiptUrl: isPaid ? `${publicUrl}/i/${charge.id}` : null,
    bankSlipUrl: ['UNDEFINED', 'BOLETO'].includes(charge.billingType) ? boletoUrl(charge, publicUrl) : null,
    lastBankSlipViewedDate: charge.boletoViewedAt === undefined ? null : localDateTime(charge.boletoViewedAt),
    nossoNumero: nossoNumero(charge),
    refunds: charge.refunds.length > 0 ? charge.refunds.map(refundView) : null,
    chargeback: charge.disputedAt ? chargebackView(charge, charge.disputedAt) : null,
  };
}

const chargebackView = ({ id, valueCents, status }: Charge, disputedAt: string) => ({
  id: `cb_${id}`,
  payment: id,
  status: CHARGEBACK_STATUS[status] ?? 'DONE',
  reason: 'FRAUD',
  disputeStartDate: localDate(disputedAt),
  value: valueCents / 100,
  deadlineToSendDisputeDocuments: localDate(new Date(Date.parse(disputedAt) + DISPUTE_MS)),
});

const DISPUTE_MS = 20 * 24 * 3_600_000;
const CHARGEBACK_STATUS: Readonly<Partial<Record<ChargeStatus, string>>> = {
  CHARGEBACK_REQUESTED: 'REQUESTED',
  CHARGEBACK_DISPUTE: 'IN_DISPUTE',
  AWAITING_CHARGEBACK_REVERSAL: 'REVERSED',
  REFUNDED: 'DISPUTE_LOST',
};

export type PaymentEvent = { id: string; event: string; charge: Charge; at: Date; publicUrl: string };

export const paymentEventBody = ({ id, event, charge, at, publicUrl }: PaymentEvent) => ({
  id,
  event,
  dateCreated: localDateTime(at),
  payment: paymentView(charge, publicUrl),
});

/** Asaas gives a refund no id. */
export const refundView = ({ createdAt, status, valueCents, description }: Refund) => ({
  dateCreated: localDateTime(createdAt),
  status,
  value: valueCents / 100,
  endToEndIdentifier: null,
  description,
  effectiveDate: status === 'DONE' ? localDateTime(createdAt) : null,
  transactionReceiptUrl: null,
  refundedSplits: [],
});

export const nossoNumero = (charge: Charge): string => String(charge.number).padStart(11, '0');

const netCents = (charge: Charge): number => charge.valueCents - feeCents(charge);
