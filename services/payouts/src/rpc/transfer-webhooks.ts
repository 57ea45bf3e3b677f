import type { TransferWebhookServiceService } from '@estampa/contracts/payouts/v1/transfer_webhook';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { approveTransfer, receiveWebhook } from '../usecases/transfers/receive-webhook.ts';

export const transferWebhooks: Handlers<typeof TransferWebhookServiceService, Context> = {
  async receiveTransferWebhook(context, webhook) {
    await receiveWebhook(context, webhook);
    return {};
  },

  approveTransfer: command(approveTransfer, (reason) => ({ isApproved: reason === null, reason: reason ?? undefined })),
};
