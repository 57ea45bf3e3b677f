import type { Payment, PayOrderResponse } from '@estampa/contracts/orders/v1/payment';
import type { Whole } from '@estampa/kernel/whole';
import type { PaymentRow } from '../db/payment-row.ts';

export const paymentMessage = (payment: PaymentRow): Whole<Payment> => ({
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
export const paymentLinkMessage = (payment: PaymentRow): Whole<PayOrderResponse> => ({
  orderId: payment.orderId,
  initPoint: payment.initPoint ?? '',
  sandboxInitPoint: payment.sandboxInitPoint ?? undefined,
  preferenceId: payment.preferenceId ?? '',
});
