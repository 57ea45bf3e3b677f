import type { PayoutServiceService } from '@estampa/contracts/payouts/v1/payouts';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import type { PayoutStatus, PayoutWithItems } from '../domain/payout.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';
import { payoutItemMessage } from '../messages/payout-item.ts';
import { payoutMessage } from '../messages/payout.ts';
import { createPayout } from '../usecases/create-payout.ts';
import { exportPayoutItems } from '../usecases/export-payout-items.ts';
import { getOpenEarnings } from '../usecases/get-open-earnings.ts';
import { getPayout } from '../usecases/get-payout.ts';
import { getPayouts } from '../usecases/get-payouts.ts';
import { listPayoutItems } from '../usecases/list-payout-items.ts';
import { listPayouts } from '../usecases/list-payouts.ts';
import { markPayoutFailed } from '../usecases/mark-payout-failed.ts';
import { markPayoutPaid } from '../usecases/mark-payout-paid.ts';

export const payouts: Handlers<typeof PayoutServiceService, Context> = {
  createPayout: command(createPayout, (payout) => ({ payout: toMessage(payout) })),

  getOpenEarnings,

  async getPayout(context, { id }) {
    return { payout: toMessage(await getPayout(context, id)) };
  },

  async getPayouts(context, { ids }) {
    return { payouts: (await getPayouts(context, ids)).map(toMessage) };
  },

  markPayoutPaid: command(
    (context, { id, reference }) => markPayoutPaid(context, id, reference ?? null),
    (payout) => ({ payout: toMessage(payout) }),
  ),

  markPayoutFailed: command(
    (context, { id, reason }) => markPayoutFailed(context, id, reason),
    (payout) => ({ payout: toMessage(payout) }),
  ),

  async listPayouts(context, { status, ...request }) {
    const wanted = status as PayoutStatus | undefined;
    const { rows, ...rest } = await listPayouts(context, { ...request, status: wanted });
    return { payouts: rows.map((payout) => payoutMessage(payout, [])), ...rest };
  },

  async listPayoutItems(context, { page, sellerProfileId, status, orderId }) {
    const wanted = status as PayoutItemStatus | undefined;
    const { rows, ...rest } = await listPayoutItems(context, { page, sellerProfileId, status: wanted, orderId });
    return { payoutItems: rows.map(payoutItemMessage), ...rest };
  },

  exportPayoutItems: {
    async *parts(context, request) {
      for await (const { rows, cursor } of exportPayoutItems(context, request)) {
        yield { payoutItems: rows.map(payoutItemMessage), cursor: cursor ?? undefined };
      }
    },
  },
};

const toMessage = ({ payout, items }: PayoutWithItems) => payoutMessage(payout, items);
