import type { PageRequest } from '@estampa/kernel/page';
import type { Context } from '../context.ts';
import { payoutItems } from '../db/payout-item-repository.ts';
import type { PayoutItem } from '../domain/payout-item.ts';
import type { PayoutItemStatus } from '../domain/standing.ts';
import { mustReach } from './must-reach.ts';
import { type Summary, summarize } from './summarize.ts';

type PayoutItemFilter = {
  page?: PageRequest;
  sellerProfileId?: string | undefined;
  status?: PayoutItemStatus | undefined;
  orderId?: string | undefined;
};
type Listed = { rows: PayoutItem[]; total: number; summary: Summary | undefined };

export async function listPayoutItems(context: Context, filter: PayoutItemFilter): Promise<Listed> {
  mustReach(context, filter.sellerProfileId);
  const { sellerProfileId, status, orderId } = filter;
  const wanted = {
    ...(sellerProfileId && { sellerProfileId }),
    ...(status && { status }),
    ...(orderId && { orderId }),
  };
  const [rows, total] = await payoutItems.findPage(context.em, wanted, filter.page);
  return { rows, total, summary: await summarize(context, sellerProfileId) };
}
