import { notFound } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { PayoutItemRow } from '../db/payout-item.entity.ts';
import { PayoutRow } from '../db/payout.entity.ts';

export type PayoutWithItems = { payout: PayoutRow; items: readonly PayoutItemRow[] };

export async function findPayout({ em, caller }: Context, id: string): Promise<PayoutWithItems> {
  const payout = await em.findOne(PayoutRow, id);
  if (!payout) throw notFound('payout', id);
  mustBeSeller(caller, payout.sellerProfileId);
  const [withItems] = await addItems(em, [payout]);
  return withItems ?? { payout, items: [] };
}

/** The items of several batches in one query. */
export async function addItems(em: EntityManager, payouts: readonly PayoutRow[]): Promise<PayoutWithItems[]> {
  const items = await em.find(PayoutItemRow, { id: { $in: payouts.flatMap(({ itemIds }) => itemIds) } });
  const byId = new Map(items.map((item) => [item.id, item]));
  return payouts.map((payout) => ({ payout, items: payout.itemIds.flatMap((id) => byId.get(id) ?? []) }));
}
