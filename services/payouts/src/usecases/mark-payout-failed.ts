import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { payoutItems } from '../db/payout-item-repository.ts';
import { payouts } from '../db/payout-repository.ts';
import { fail, type PayoutWithItems } from '../domain/payout.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';
import { auditPayout } from './audit-payout.ts';

/** Frees the items for another batch; the failed one still shows what it was made of. */
export function markPayoutFailed(context: Context, id: string, reason: string): TransactionBody<PayoutWithItems> {
  mustReachAll(context.caller);
  return async (tx) => {
    const payout = await payouts.lock(tx, id);
    const change = fail(payout, reason, context.now());
    auditPayout(tx, 'payout_failed', payout.id, { before: payout, change });
    payouts.save(tx, payout, change);
    publishPayout(tx, 'payout_failed', payout);
    const items = await payoutItems.findLocked(tx, payout);
    for (const item of items) {
      payoutItems.save(tx, item, { payoutId: null, version: item.version + 1 });
      publishPayoutItem(tx, 'payout_item_freed', item);
    }
    return { payout, items };
  };
}
