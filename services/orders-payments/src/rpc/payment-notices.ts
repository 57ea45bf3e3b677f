import type { PaymentNoticeServiceService } from '@estampa/contracts/orders/v1/orders';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import { receivePaymentNotice } from '../usecases/receive-payment-notice.ts';

export const paymentNotices: Handlers<typeof PaymentNoticeServiceService, Context> = {
  async receivePaymentNotice(ctx, { provider, ...notice }) {
    await receivePaymentNotice(ctx, provider, notice);
    return {};
  },
};
