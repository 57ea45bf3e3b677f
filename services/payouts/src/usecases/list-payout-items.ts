import { listPageOf, type PageRequest } from '@estampa/kernel/page';
import type { Listed } from '@estampa/kit/postgres/paged-list';
import type { Context } from '../context.ts';
import { payoutItems } from '../db/payout-item-repository.ts';
import type { PayoutItem } from '../domain/payout-item.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';
import { mustReach } from './must-reach.ts';
import { type Summary, summarize } from './summarize.ts';

type Wanted = {
  sellerProfileId?: string | undefined;
  status?: PayoutItemStatus | undefined;
  orderId?: string | undefined;
};

export async function listPayoutItems(
  context: Context,
  { page, ...wanted }: Wanted & { page?: PageRequest },
): Promise<Listed<PayoutItem> & { summary: Summary | undefined }> {
  mustReach(context, wanted.sellerProfileId);
  const [found, summary] = await Promise.all([
    payoutItems.findPage(context.em, wanted, listPageOf(page, 'payout_items', wanted)),
    summarize(context, wanted.sellerProfileId),
  ]);
  return { ...found, summary };
}
