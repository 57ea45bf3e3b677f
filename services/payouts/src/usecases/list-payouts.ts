import type { PageRequest } from '@estampa/kernel/page';
import type { Context } from '../context.ts';
import { payouts } from '../db/payout-repository.ts';
import type { Payout, PayoutStatus } from '../domain/payout.ts';
import { mustReach } from './must-reach.ts';
import { type Summary, summarize } from './summarize.ts';

type PayoutFilter = {
  page?: PageRequest;
  sellerProfileId?: string | undefined;
  status?: PayoutStatus | undefined;
  updatedSince?: Date | undefined;
};
type Listed = { rows: Payout[]; total: number; summary: Summary | undefined };

/** Without their items. With a seller: that seller's own, and the summary. Without: all sellers', for admins. */
export async function listPayouts(context: Context, filter: PayoutFilter): Promise<Listed> {
  mustReach(context, filter.sellerProfileId);
  const { sellerProfileId, status } = filter;
  const wanted = { ...(sellerProfileId && { sellerProfileId }), ...(status && { status }) };
  const [rows, total] = await payouts.findPage(context.em, wanted, filter);
  return { rows, total, summary: await summarize(context, sellerProfileId) };
}
