import { type PageRequest, changedSince } from '@estampa/kernel/page';
import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { PayoutRow } from '../db/payout.entity.ts';
import type { PayoutStatus } from '../domain/payout.ts';
import { mustReach } from './must-reach.ts';
import { type Summary, summarize } from './summarize.ts';

export type PayoutFilter = {
  page?: PageRequest;
  sellerProfileId?: string | undefined;
  status?: PayoutStatus | undefined;
  updatedSince?: Date | undefined;
};
type Listed = { rows: PayoutRow[]; total: number; summary: Summary | undefined };

/** Without their items. With a seller: that seller's own, and the summary. Without: everybody's, for admins. */
export async function listPayouts(context: Context, filter: PayoutFilter): Promise<Listed> {
  mustReach(context, filter.sellerProfileId);
  const { sellerProfileId, status } = filter;
  const { changed, window } = changedSince(filter.updatedSince, filter.page);
  const where: FilterQuery<PayoutRow> = {
    ...(sellerProfileId && { sellerProfileId }),
    ...(status && { status }),
    ...changed,
  };
  const [rows, total] = await context.em.findAndCount(PayoutRow, where, window);
  return { rows, total, summary: await summarize(context, sellerProfileId) };
}
