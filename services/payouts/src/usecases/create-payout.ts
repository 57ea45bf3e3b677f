import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { payoutItems } from '../db/payout-item-repository.ts';
import { payouts } from '../db/payout-repository.ts';
import { assemble, type PayoutWithItems } from '../domain/payout.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';
import { auditPayout } from './audit-payout.ts';

type NewPayout = { sellerProfileId: string; payoutItemIds: readonly string[] };

/** Puts a seller's releasable items into a new batch. Two at one instant never share an item. */
export function createPayout({ caller, now }: Context, input: NewPayout): TransactionBody<PayoutWithItems> {
  const createdBy = mustReachAll(caller).userId;
  const wantedIds = input.payoutItemIds.length > 0 ? [...new Set(input.payoutItemIds)] : null;
  const { sellerProfileId } = input;

  return async (tx) => {
    const candidates = await payoutItems.lockPayable(tx, sellerProfileId, wantedIds);

    const payout = assemble({ sellerProfileId, wantedIds, candidates, createdBy }, now());

    const row = await payouts.insert(tx, payout);
    const items = candidates.filter(({ id }) => payout.itemIds.includes(id));
    for (const item of items) {
      payoutItems.save(tx, item, { payoutId: payout.id, version: item.version + 1 });
      publishPayoutItem(tx, 'payout_item_batched', item);
    }
    publishPayout(tx, 'payout_created', row);
    auditPayout(tx, 'payout_created', row.id, { change: payout });
    return { payout: row, items };
  };
}
