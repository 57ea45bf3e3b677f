import { type PageRequest, newestFirst } from '@estampa/kernel/page';
import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { PayoutItemRow } from '../db/payout-item.entity.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';
import { mustReach } from './must-reach.ts';
import { type Summary, summarize } from './summarize.ts';

export type PayoutItemFilter = {
  page?: PageRequest;
  sellerProfileId?: string | undefined;
  status?: PayoutItemStatus | undefined;
  orderId?: string | undefined;
};
type Listed = { rows: PayoutItemRow[]; total: number; summary: Summary | undefined };

export async function listPayoutItems(context: Context, filter: PayoutItemFilter): Promise<Listed> {
  mustReach(context, filter.sellerProfileId);
  const { sellerProfileId, status, orderId } = filter;
  const where: FilterQuery<PayoutItemRow> = {
    ...(sellerProfileId && { sellerProfileId }),
    ...(status && { status }),
    ...(orderId && { orderId }),
  };
  const [rows, total] = await context.em.findAndCount(PayoutItemRow, where, newestFirst(filter.page));
  return { rows, total, summary: await summarize(context, sellerProfileId) };
}
