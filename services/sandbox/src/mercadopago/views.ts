import {
  type PaymentRefund,
  type PayMethod,
  type Preference,
  type PreferencePayment,
  refundedCents,
} from '../domain/preference-payment.ts';

const TYPE_OF: Readonly<Record<PayMethod, [type: string, id: string]>> = {
  pix: ['bank_transfer', 'pix'],
  card: ['credit_card', 'master'],
  boleto: ['ticket', 'bolbradesco'],
};
const COLLECTOR = 44_444;

export const checkoutUrl = (preference: Pick<Preference, 'id'>, publicUrl: string): string =>
  `${publicUrl}/checkout/${preference.id}`;

export const preferenceView = (preference: Preference, publicUrl: string) => ({
  id: preference.id,
  init_point: checkoutUrl(preference, publicUrl),
  sandbox_init_point: checkoutUrl(preference, publicUrl),
  external_reference: preference.externalReference,
  expires: preference.expired,
  date_created: preference.createdAt,
  collector_id: COLLECTOR,
  items: [{ title: preference.title, quantity: 1, currency_id: 'BRL', unit_price: preference.amountCents / 100 }],
});

/** A search returns less than the preference itself: no address to pay at. */
export const preferenceSummary = ({ id, externalReference, expired, createdAt }: Preference) => ({
  id,
  external_reference: externalReference,
  expires: expired,
  date_created: createdAt,
  collector_id: COLLECTOR,
});

export const paymentView = (payment: PreferencePayment) => ({
  id: Number(payment.id),
  status: payment.status,
  status_detail: payment.statusDetail,
  external_reference: payment.externalReference,
  transaction_amount: payment.amountCents / 100,
  transaction_amount_refunded: refundedCents(payment) / 100,
  currency_id: 'BRL',
  payment_type_id: TYPE_OF[payment.method][0],
  payment_method_id: TYPE_OF[payment.method][1],
  date_created: payment.createdAt,
  date_approved: payment.approvedAt,
  date_last_updated: payment.updatedAt,
  collector_id: COLLECTOR,
  refunds: payment.refunds.map((refund) => refundView(refund, payment)),
});

export const refundView = (refund: PaymentRefund, payment: Pick<PreferencePayment, 'id'>) => ({
  id: Number(refund.id),
  payment_id: Number(payment.id),
  amount: refund.amountCents / 100,
  status: refund.status,
  date_created: refund.createdAt,
  source: { id: String(COLLECTOR), name: 'sandbox', type: 'collector' },
});

type Event = { id: number; action: string; paymentId: string; at: Date };

/** Names the payment to fetch, without any of its fields. */
export const paymentEventBody = ({ id, action, paymentId, at }: Event) => ({
  id,
  live_mode: false,
  type: 'payment',
  date_created: at.toISOString(),
  user_id: COLLECTOR,
  api_version: 'v1',
  action,
  data: { id: paymentId },
});
