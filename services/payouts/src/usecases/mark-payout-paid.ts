import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { ledgerTransfers } from '../db/ledger-repository.ts';
import { payoutItems } from '../db/payout-item-repository.ts';
import { payouts } from '../db/payout-repository.ts';
import { payoutTransfers } from '../domain/order-transfers.ts';
import { pay, type PayoutWithItems } from '../domain/payout.ts';
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
    const payout = await payouts.lock(tx, id);
    const change = pay(payout, reference, at);
    auditPayout(tx, 'payout_paid', payout.id, { before: payout, change });
    payouts.save(tx, payout, change);
    publishPayout(tx, 'payout_paid', payout);
    const items = await payoutItems.findLocked(tx, payout);
    for (const item of items) {
      payoutItems.save(tx, item, { status: 'paid', paidAt: at, version: item.version + 1 });
      publishPayoutItem(tx, 'payout_item_paid', item);
    }
    ledgerTransfers.post(tx, [payoutTransfers(items)], at);
    // Before the commit, which hardly ever fails; the table has the last word.
    paidCents.inc(payout.totalCents);
    return { payout, items };
  };
}
