import { listPageOf, type PageRequest } from '@estampa/kernel/page';
import type { Listed } from '@estampa/kit/postgres/paged-list';
import type { Context } from '../context.ts';
import { payouts } from '../db/payout-repository.ts';
import type { Payout, PayoutStatus } from '../domain/payout.ts';
import { mustReach } from './must-reach.ts';
import { type Summary, summarize } from './summarize.ts';

type PayoutFilter = {
  sellerProfileId?: string | undefined;
  status?: PayoutStatus | undefined;
  updatedSince?: Date | undefined;
};

/** Without their items. With a seller: that seller's own, and the summary. Without: all sellers', for admins. */
export async function listPayouts(
  context: Context,
  { page, ...filter }: PayoutFilter & { page?: PageRequest },
): Promise<Listed<Payout> & { summary: Summary | undefined }> {
  mustReach(context, filter.sellerProfileId);
  const [found, summary] = await Promise.all([
    payouts.findPage(context.em, filter, listPageOf(page, 'payouts', filter)),
    summarize(context, filter.sellerProfileId),
  ]);
  return { ...found, summary };
}
