import { notFound } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';
import { type PayoutWithItems, withItems } from '../db/payout-items.ts';
import { PayoutRow } from '../db/payout.entity.ts';

export async function getPayout({ em, caller }: Context, id: string): Promise<PayoutWithItems> {
  const payout = await em.findOne(PayoutRow, id);
  if (!payout) throw notFound('payout', id);
  mustBeSeller(caller, payout.sellerProfileId);
  const [found] = await withItems(em, [payout]);
  return found ?? { payout, items: [] };
}
