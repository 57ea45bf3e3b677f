import type { DisputeServiceService } from '@estampa/contracts/orders/v1/dispute';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { disputeMessage } from '../messages/dispute.ts';
import { getDispute } from '../usecases/disputes/get-dispute.ts';
import { listDisputes } from '../usecases/disputes/list-disputes.ts';
import { updateDispute } from '../usecases/disputes/update-dispute.ts';

export const disputes: Handlers<typeof DisputeServiceService, Context> = {
  async listDisputes(context, { page }) {
    const { disputes: rows, total } = await listDisputes(context, page);
    return { disputes: rows.map((row) => disputeMessage(row, context)), total };
  },

  async getDispute(context, { id }) {
    return { dispute: disputeMessage(await getDispute(context, id), context) };
  },

  updateDispute: command(updateDispute, (dispute, context) => ({ dispute: disputeMessage(dispute, context) })),
};
