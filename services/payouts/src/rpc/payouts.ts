import type { PayoutServiceService } from '@estampa/contracts/payouts/v1/payouts';
import type { Handlers } from '@estampa/kit/grpc-server';
import type { Context } from '../context.ts';
import type { PayoutStatus } from '../domain/payout.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';
import { createPayout } from '../usecases/create-payout.ts';
import { findPayout, type PayoutWithItems } from '../usecases/find-payout.ts';
import { listPayoutItems, listPayouts } from '../usecases/list-payouts.ts';
import { payoutItemMessage, payoutMessage } from '../usecases/messages.ts';
import { markPayoutFailed, markPayoutPaid } from '../usecases/settle-payout.ts';

const FIRST_PAGE = { skip: 0, limit: 20 };

export const payouts: Handlers<typeof PayoutServiceService, Context> = {
  async createPayout(ctx, request) {
    return { payout: toMessage(await createPayout(ctx, request)) };
  },

  async getPayout(ctx, { id }) {
    return { payout: toMessage(await findPayout(ctx, id)) };
  },

  async markPayoutPaid(ctx, { id, reference }) {
    return { payout: toMessage(await markPayoutPaid(ctx, id, reference ?? null)) };
  },

  async markPayoutFailed(ctx, { id, reason }) {
    return { payout: toMessage(await markPayoutFailed(ctx, id, reason)) };
  },

  async listPayouts(ctx, { page = FIRST_PAGE, sellerProfileId, status }) {
    const listed = await listPayouts(ctx, { ...page, sellerProfileId, status: status as PayoutStatus | undefined });
    return { payouts: listed.rows.map(toMessage), total: listed.total, summary: listed.summary };
  },

  async listPayoutItems(ctx, { page = FIRST_PAGE, sellerProfileId, status, orderId }) {
    const wanted = status as PayoutItemStatus | undefined;
    const listed = await listPayoutItems(ctx, { ...page, sellerProfileId, status: wanted, orderId });
    return { payoutItems: listed.rows.map(payoutItemMessage), total: listed.total, summary: listed.summary };
  },
};

const toMessage = ({ payout, items }: PayoutWithItems) => payoutMessage(payout, items);
