import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { itemsHeldBy, lockPayout } from '../db/find-payout.ts';
import type { PayoutWithItems } from '../db/payout-items.ts';
import { pay } from '../domain/payout.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';
import { paidCents } from '../metrics.ts';
import { auditPayout } from './audit-payout.ts';

export function markPayoutPaid(
  context: Context,
  id: string,
  reference: string | null,
): TransactionBody<PayoutWithItems> {
  mustReachAll(context.caller);
  const at = context.now();
  return async (tx) => {
    const payout = await lockPayout(tx, id);
    const change = pay(payout, reference, at);
    auditPayout(tx, 'payout_paid', payout.id, { before: payout, change });
    tx.assign(payout, change);
    publishPayout(tx, 'payout_paid', payout);
    const items = await itemsHeldBy(tx, payout);
    for (const item of items) {
      tx.assign(item, { status: 'paid', paidAt: at, version: item.version + 1 });
      publishPayoutItem(tx, 'payout_item_paid', item);
    }
    // Before the commit, which hardly ever fails; the table has the last word.
    paidCents.inc(payout.totalCents);
    return { payout, items };
  };
}
