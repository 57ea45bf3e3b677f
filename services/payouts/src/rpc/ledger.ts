import type { LedgerServiceService } from '@estampa/contracts/payouts/v1/ledger';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { postedSumMessage, transferMessage } from '../messages/transfer.ts';
import { explainOrder } from '../usecases/explain-order.ts';
import { getPostedSums } from '../usecases/get-posted-sums.ts';
import { getTrialBalance } from '../usecases/get-trial-balance.ts';
import { listAccounts } from '../usecases/list-accounts.ts';

export const ledger: Handlers<typeof LedgerServiceService, Context> = {
  async listAccounts(context) {
    return { accounts: await listAccounts(context) };
  },

  getTrialBalance: (context, { at }) => getTrialBalance(context, at),

  async getPostedSums(context, { orderIds }) {
    return { sums: (await getPostedSums(context, orderIds)).map(postedSumMessage) };
  },

  async explainOrder(context, { orderId }) {
    const { transfers, ...explained } = await explainOrder(context, orderId);
    return { transfers: transfers.map(transferMessage), ...explained };
  },
};
