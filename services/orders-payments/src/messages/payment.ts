import type { Payment, PayOrderResponse } from '@estampa/contracts/orders/v1/payment';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { ShownPayment } from '../db/order-parts.ts';
import type { ChargedPayment } from '../domain/payment.ts';

export const paymentMessage = (payment: ShownPayment): AllFields<Payment> => ({
  id: payment.id,
  paymentProvider: payment.provider,
  providerPreferenceId: payment.preferenceId ?? undefined,
  providerPaymentId: payment.providerPaymentId ?? undefined,
  status: payment.status,
  amountCents: payment.amountCents,
  paidAt: payment.paidAt ?? undefined,
  createdAt: payment.createdAt,
});

/** Where the buyer goes to pay. */
export const paymentLinkMessage = (payment: ChargedPayment): AllFields<PayOrderResponse> => ({
  orderId: payment.orderId,
  initPoint: payment.initPoint ?? '',
  sandboxInitPoint: payment.sandboxInitPoint ?? undefined,
  preferenceId: payment.preferenceId,
});
