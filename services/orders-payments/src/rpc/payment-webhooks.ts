import type { PaymentNoticeServiceService } from '@estampa/contracts/orders/v1/payment_notice';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { receivePaymentNotice } from '../usecases/webhooks/receive-payment-webhook.ts';

export const paymentWebhooks: Handlers<typeof PaymentNoticeServiceService, Context> = {
  async receivePaymentNotice(context, { provider, ...webhook }) {
    await receivePaymentNotice(context, provider, webhook);
    return {};
  },
};
