import type { EntityManager } from '@mikro-orm/postgresql';
import { payoutItems } from '../db/payout-item-repository.ts';
import { payouts } from '../db/payout-repository.ts';
import type { PayoutRow } from '../db/tables/payout.ts';
import type { PayoutItemRow } from '../db/tables/payout-item.ts';
import { assemble } from '../domain/payout.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';
import { auditPayout } from './audit-payout.ts';

type Wanted = { sellerProfileId: string; wantedIds: readonly string[] | null; createdBy: string };

/** Puts a seller's releasable items into a new batch. Two at one instant never share an item. */
export async function batchItems(
  tx: EntityManager,
  wanted: Wanted,
  now: Date,
): Promise<{ payout: PayoutRow; items: PayoutItemRow[] }> {
  const candidates = await payoutItems.lockPayable(tx, wanted.sellerProfileId, wanted.wantedIds);

  const assembled = assemble({ ...wanted, candidates }, now);

  const payout = await payouts.insert(tx, assembled);
  const included = new Set(assembled.itemIds);
  const items = candidates.filter(({ id }) => included.has(id));
  for (const item of items) {
    payoutItems.save(tx, item, { payoutId: payout.id, version: item.version + 1 });
    publishPayoutItem(tx, 'payout_item_batched', item);
  }
  publishPayout(tx, 'payout_created', payout);
  auditPayout(tx, 'payout_created', payout.id, { change: assembled });
  return { payout, items };
}
