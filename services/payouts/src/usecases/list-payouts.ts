import { mustBeAdmin, mustBeSeller } from '@estampa/kit/caller';
import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { PayoutItemRow } from '../db/payout-item.entity.ts';
import { PayoutRow } from '../db/payout.entity.ts';
import type { PayoutStatus } from '../domain/payout.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';
import { addItems, type PayoutWithItems } from './find-payout.ts';
import { type Summary, summarize } from './summarize.ts';

type Page = { skip: number; limit: number };
type Listed<T> = { rows: T[]; total: number; summary: Summary | undefined };
export type PayoutFilter = Page & { sellerProfileId?: string | undefined; status?: PayoutStatus | undefined };
export type PayoutItemFilter = Page & {
  sellerProfileId?: string | undefined;
  status?: PayoutItemStatus | undefined;
  orderId?: string | undefined;
};

const NEWEST_FIRST = { createdAt: 'desc', id: 'desc' } as const;

/** With a seller: that seller's own, and the summary. Without: everybody's, for admins. */
export async function listPayouts(ctx: Context, filter: PayoutFilter): Promise<Listed<PayoutWithItems>> {
  mustReach(ctx, filter.sellerProfileId);
  const { sellerProfileId, status } = filter;
  const where: FilterQuery<PayoutRow> = { ...(sellerProfileId && { sellerProfileId }), ...(status && { status }) };
  const [payouts, total] = await ctx.em.findAndCount(PayoutRow, where, page(filter));
  return { rows: await addItems(ctx.em, payouts), total, summary: await summarize(ctx, sellerProfileId) };
}

export async function listPayoutItems(ctx: Context, filter: PayoutItemFilter): Promise<Listed<PayoutItemRow>> {
  mustReach(ctx, filter.sellerProfileId);
  const { sellerProfileId, status, orderId } = filter;
  const where: FilterQuery<PayoutItemRow> = {
    ...(sellerProfileId && { sellerProfileId }),
    ...(status && { status }),
    ...(orderId && { orderId }),
  };
  const [rows, total] = await ctx.em.findAndCount(PayoutItemRow, where, page(filter));
  return { rows, total, summary: await summarize(ctx, sellerProfileId) };
}

const page = ({ skip, limit }: Page) => ({ orderBy: NEWEST_FIRST, offset: skip, limit });

const mustReach = ({ caller }: Context, sellerProfileId: string | undefined) =>
  sellerProfileId ? mustBeSeller(caller, sellerProfileId) : mustBeAdmin(caller);
