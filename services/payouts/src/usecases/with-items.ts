import type { EntityManager } from '@mikro-orm/postgresql';
import { payoutItems } from '../db/payout-item-repository.ts';
import type { Payout, PayoutWithItems } from '../domain/payout.ts';

/** Batches with their items, in the order in which each names them. */
export async function withItems(em: EntityManager, payouts: readonly Payout[]): Promise<PayoutWithItems[]> {
  const items = await payoutItems.find(
    em,
    payouts.flatMap(({ itemIds }) => itemIds),
  );
  return payouts.map((payout) => ({ payout, items: payout.itemIds.flatMap((id) => items.get(id) ?? []) }));
}
