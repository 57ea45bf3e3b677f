import { type Page, type PageRequest, pageOf, totalByCount, totalByPage } from '@estampa/kernel/page';
import { nextCursorOf } from '@estampa/kit/postgres/scan';
import type { Context } from '../context.ts';
import { payoutItems } from '../db/payout-item-repository.ts';
import { payoutSums } from '../db/payout-sum-repository.ts';
import type { PayoutItem } from '../domain/payout-item.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';
import { mustReach } from './must-reach.ts';
import { type Summary, summarize } from './summarize.ts';

type Wanted = {
  sellerProfileId?: string | undefined;
  status?: PayoutItemStatus | undefined;
  orderId?: string | undefined;
};
type Listed = { rows: PayoutItem[]; total: number; nextCursor: string | undefined; summary: Summary | undefined };

export async function listPayoutItems(
  context: Context,
  { page: requested, ...wanted }: Wanted & { page?: PageRequest },
): Promise<Listed> {
  mustReach(context, wanted.sellerProfileId);
  const page = pageOf(requested);
  const found = await payoutItems.findPage(context.em, wanted, page);
  return {
    rows: found.map(({ item }) => item),
    total: totalByPage(page, found.length) ?? (await totalOf(context, wanted, page, found.length)),
    nextCursor: nextCursorOf(page, found),
    summary: await summarize(context, wanted.sellerProfileId),
  };
}

/** Kept for what a seller has in each state; the items of an order are few. */
async function totalOf({ em }: Context, { orderId, ...summed }: Wanted, page: Page, found: number): Promise<number> {
  if (orderId === undefined) return payoutSums.findCount(em, summed);
  return totalByCount(page, found, await payoutItems.findCount(em, { orderId, ...summed }));
}
