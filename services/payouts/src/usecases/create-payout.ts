import { addRow } from '@estampa/kit/postgres/add-row';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { lockSellers } from '../db/lock-sellers.ts';
import { PayoutItemRow } from '../db/payout-item.entity.ts';
import type { PayoutWithItems } from '../db/payout-items.ts';
import { PayoutRow } from '../db/payout.entity.ts';
import { assemble, PAYOUT_ITEMS_MAX } from '../domain/payout.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';
import { auditPayout } from './audit-payout.ts';

export type NewPayout = { sellerProfileId: string; payoutItemIds: readonly string[] };

/** Puts a seller's releasable items into a new batch. Two at one instant never share an item. */
export function createPayout({ caller, now }: Context, input: NewPayout): TransactionBody<PayoutWithItems> {
  const createdBy = mustReachAll(caller).userId;
  const wantedIds = input.payoutItemIds.length > 0 ? [...new Set(input.payoutItemIds)] : null;
  const { sellerProfileId } = input;

  return async (tx) => {
    await lockSellers(tx, [sellerProfileId]);
    const candidates = await findCandidates(tx, sellerProfileId, wantedIds);

    const payout = assemble({ sellerProfileId, wantedIds, candidates, createdBy }, now());

    const row = addRow(tx, PayoutRow, payout);
    // The items refer to the batch, so it has to be there first.
    await tx.flush();
    const items = candidates.filter(({ id }) => payout.itemIds.includes(id));
    for (const item of items) {
      tx.assign(item, { payoutId: payout.id, version: item.version + 1 });
      publishPayoutItem(tx, 'payout_item_batched', item);
    }
    publishPayout(tx, 'payout_created', row);
    auditPayout(tx, 'payout_created', row.id, { change: payout });
    return { payout: row, items };
  };
}

/** The wanted items whatever their state, or all payable sales, oldest first; with them what the seller owes back. */
async function findCandidates(tx: EntityManager, sellerProfileId: string, wantedIds: string[] | null) {
  const payable = { sellerProfileId, status: 'releasable' as const, payoutId: null };
  const owed = await tx.find(
    PayoutItemRow,
    { ...payable, type: 'adjustment' },
    { orderBy: { id: 'asc' }, limit: PAYOUT_ITEMS_MAX - 1 },
  );
  const sales = wantedIds
    ? await tx.find(PayoutItemRow, { id: { $in: wantedIds } })
    : await tx.find(
        PayoutItemRow,
        { ...payable, type: 'sale' },
        { orderBy: { id: 'asc' }, limit: Math.max(PAYOUT_ITEMS_MAX - owed.length, 1) },
      );
  return [...new Set([...sales, ...owed])];
}
