import type { TransferNoticeServiceService } from '@estampa/contracts/payouts/v1/transfer_notice';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { approveTransfer, receiveNotice } from '../usecases/transfers/receive-notice.ts';

export const transferNotices: Handlers<typeof TransferNoticeServiceService, Context> = {
  async receiveTransferNotice(context, notice) {
    await receiveNotice(context, notice);
    return {};
  },

  approveTransfer: command(approveTransfer, (reason) => ({ isApproved: reason === null, reason: reason ?? undefined })),
};
