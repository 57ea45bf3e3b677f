import type { ReceiptServiceService } from '@estampa/contracts/orders/v1/receipt';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { receiptMessage } from '../messages/receipt.ts';
import { getReceipt } from '../usecases/receipts/get-receipt.ts';

export const receipts: Handlers<typeof ReceiptServiceService, Context> = {
  async getReceipt(context, { token }) {
    return { receipt: receiptMessage(await getReceipt(context, token)) };
  },
};
