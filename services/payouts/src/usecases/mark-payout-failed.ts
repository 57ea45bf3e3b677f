import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { itemsHeldBy, lockPayout } from '../db/find-payout.ts';
import type { PayoutWithItems } from '../db/payout-items.ts';
import { fail } from '../domain/payout.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';
import { auditPayout } from './audit-payout.ts';

/** Frees the items for another batch; the failed one still tells what it was made of. */
export function markPayoutFailed(context: Context, id: string, reason: string): TransactionBody<PayoutWithItems> {
  mustReachAll(context.caller);
  return async (tx) => {
    const payout = await lockPayout(tx, id);
    const change = fail(payout, reason, context.now());
    auditPayout(tx, 'payout_failed', payout.id, { before: payout, change });
    tx.assign(payout, change);
    publishPayout(tx, 'payout_failed', payout);
    const items = await itemsHeldBy(tx, payout);
    for (const item of items) {
      tx.assign(item, { payoutId: null, version: item.version + 1 });
      publishPayoutItem(tx, 'payout_item_freed', item);
    }
    return { payout, items };
  };
}
