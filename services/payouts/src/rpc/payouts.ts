import type { PayoutServiceService } from '@estampa/contracts/payouts/v1/payouts';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import type { PayoutWithItems } from '../db/payout-items.ts';
import type { PayoutStatus } from '../domain/payout.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';
import { payoutItemMessage } from '../messages/payout-item.ts';
import { payoutMessage } from '../messages/payout.ts';
import { createPayout } from '../usecases/create-payout.ts';
import { getPayout } from '../usecases/get-payout.ts';
import { listPayoutItems } from '../usecases/list-payout-items.ts';
import { listPayouts } from '../usecases/list-payouts.ts';
import { markPayoutFailed } from '../usecases/mark-payout-failed.ts';
import { markPayoutPaid } from '../usecases/mark-payout-paid.ts';

export const payouts: Handlers<typeof PayoutServiceService, Context> = {
  async createPayout(context, request) {
    return { payout: toMessage(await createPayout(context, request)) };
  },

  async getPayout(context, { id }) {
    return { payout: toMessage(await getPayout(context, id)) };
  },

  async markPayoutPaid(context, { id, reference }) {
    return { payout: toMessage(await markPayoutPaid(context, id, reference ?? null)) };
  },

  async markPayoutFailed(context, { id, reason }) {
    return { payout: toMessage(await markPayoutFailed(context, id, reason)) };
  },

  async listPayouts(context, { page, sellerProfileId, status }) {
    const listed = await listPayouts(context, { page, sellerProfileId, status: status as PayoutStatus | undefined });
    return { payouts: listed.rows.map(toMessage), total: listed.total, summary: listed.summary };
  },

  async listPayoutItems(context, { page, sellerProfileId, status, orderId }) {
    const wanted = status as PayoutItemStatus | undefined;
    const listed = await listPayoutItems(context, { page, sellerProfileId, status: wanted, orderId });
    return { payoutItems: listed.rows.map(payoutItemMessage), total: listed.total, summary: listed.summary };
  },
};

const toMessage = ({ payout, items }: PayoutWithItems) => payoutMessage(payout, items);
