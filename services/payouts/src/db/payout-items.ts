import type { EntityManager } from '@mikro-orm/postgresql';
import { PayoutItemRow } from './payout-item.entity.ts';
import type { PayoutRow } from './payout.entity.ts';

export type PayoutWithItems = { payout: PayoutRow; items: readonly PayoutItemRow[] };

/** The items of several batches in one query. */
export async function withItems(em: EntityManager, payouts: readonly PayoutRow[]): Promise<PayoutWithItems[]> {
  const items = await em.find(PayoutItemRow, { id: { $in: payouts.flatMap(({ itemIds }) => itemIds) } });
  const byId = new Map(items.map((item) => [item.id, item]));
  return payouts.map((payout) => ({ payout, items: payout.itemIds.flatMap((id) => byId.get(id) ?? []) }));
}
