import type { OrderEmailServiceService } from '@estampa/contracts/identity/v1/order_email';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { postOrderEmail } from '../usecases/emails/post-order-email.ts';

export const orderEmails: Handlers<typeof OrderEmailServiceService, Context> = {
  async postOrderEmail(context, request) {
    await postOrderEmail(context, request);
    return {};
  },
};
