import type { Payment, PayOrderResponse } from '@estampa/contracts/orders/v1/payment';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { PaymentRow } from '../db/tables/payment.ts';

export const paymentMessage = (payment: PaymentRow): AllFields<Payment> => ({
  id: payment.id,
  paymentProvider: payment.provider,
  providerPreferenceId: payment.preferenceId ?? undefined,
  providerPaymentId: payment.providerPaymentId ?? undefined,
  status: payment.status,
  amountCents: payment.amountCents,
  paidAt: payment.paidAt ?? undefined,
  createdAt: payment.createdAt,
});

/** The payment link for the buyer. */
export const paymentLinkMessage = (payment: PaymentRow): AllFields<PayOrderResponse> => ({
  orderId: payment.orderId,
  initPoint: payment.initPoint ?? '',
  sandboxInitPoint: payment.sandboxInitPoint ?? undefined,
  preferenceId: payment.preferenceId ?? '',
});
