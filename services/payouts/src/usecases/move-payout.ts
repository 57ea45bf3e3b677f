import type { EntityManager } from '@mikro-orm/postgresql';
import { ledgerTransfers } from '../db/ledger-repository.ts';
import { payoutItems } from '../db/payout-item-repository.ts';
import { payouts } from '../db/payout-repository.ts';
import { soldItems } from '../db/sold-item-repository.ts';
import type { PayoutRow } from '../db/tables/payout.ts';
import type { PayoutItemRow } from '../db/tables/payout-item.ts';
import { payoutTransfers } from '../domain/order-transfers.ts';
import type { Payout, PayoutStatus } from '../domain/payout.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';
import { paidCents } from '../metrics.ts';
import { settleSold } from './derive-items.ts';

type Move = { tx: EntityManager; payout: PayoutRow; items: readonly PayoutItemRow[]; at: Date };

/** What becomes of the items where a batch has a new status. */
const EFFECTS: Readonly<Record<PayoutStatus, (move: Move, from: PayoutStatus) => void>> = {
  pending: () => undefined,
  sending: () => undefined,
  paid: payItems,
  failed: freeItems,
};

/**
 * The one place where a batch gets another status; its seller is locked. Items follow, and the ledger; what happened to their orders
 * while the batch was being sent reaches them then.
 */
export async function movePayout(
  tx: EntityManager,
  payout: PayoutRow,
  change: Partial<Payout>,
): Promise<PayoutItemRow[]> {
  const { status: from } = payout;
  payouts.save(tx, payout, change);
  const at = payout.updatedAt;
  publishPayout(tx, `payout_${payout.status}`, payout);
  const items = await payoutItems.findLocked(tx, payout);
  EFFECTS[payout.status]({ tx, payout, items, at }, from);
  if (from !== 'pending') {
    const orderItemIds = items.map(({ orderItemId }) => orderItemId);
    await settleSold(tx, await soldItems.find(tx, orderItemIds), at);
  }
  return items;
}

function payItems({ tx, payout, items, at }: Move): void {
  for (const item of items) {
    payoutItems.save(tx, item, { status: 'paid', paidAt: at, version: item.version + 1 });
    publishPayoutItem(tx, 'payout_item_paid', item);
  }
  ledgerTransfers.post(tx, [payoutTransfers(items)], at);
  // Before the commit, which hardly ever fails; the table has the last word.
  paidCents.inc(payout.totalCents);
}

/** For another batch. What had been paid is owed again. */
function freeItems({ tx, items, at }: Move, from: PayoutStatus): void {
  if (from === 'paid')
    ledgerTransfers.post(tx, [payoutTransfers(items.map((item) => ({ ...item, amountCents: -item.amountCents })))], at);
  for (const item of items) {
    const unpaid = from === 'paid' ? { status: 'releasable' as const, paidAt: null } : {};
    payoutItems.save(tx, item, { ...unpaid, payoutId: null, version: item.version + 1 });
    publishPayoutItem(tx, 'payout_item_freed', item);
  }
}
