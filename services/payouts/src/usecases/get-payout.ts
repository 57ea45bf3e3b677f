import { notFound } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../context.ts';
import { payouts } from '../db/payout-repository.ts';
import type { PayoutWithItems } from '../domain/payout.ts';
import { withItems } from './with-items.ts';

export async function getPayout({ em, caller }: Context, id: string): Promise<PayoutWithItems> {
  const [payout] = await payouts.find(em, [id]);
  if (!payout) throw notFound('payout', id);
  mustBeSeller(caller, payout.sellerProfileId);
  const [found] = await withItems(em, [payout]);
  return found ?? { payout, items: [] };
}
