import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ledgerTransfers } from '../db/ledger-repository.ts';
import { type KnownSale, payoutItems } from '../db/payout-item-repository.ts';
import { payouts } from '../db/payout-repository.ts';
import { soldItems } from '../db/sold-item-repository.ts';
import type { PayoutRow } from '../db/tables/payout.ts';
import type { PayoutItemRow } from '../db/tables/payout-item.ts';
import type { SoldItemRow } from '../db/tables/sold-item.ts';
import type { PayoutItem } from '../domain/payout-item.ts';
import { without } from '../domain/payout.ts';
import { type Effect, settleEntries, type Sold } from '../domain/settle-entries.ts';
import type { BatchState } from '../domain/standing.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';
import { postOrders } from './post-orders.ts';

/** Sold items that an event changed, and when what it reports happened. */
export type Changed = { orderItemIds: readonly string[]; occurredAt: Date };

/**
 * Brings the entries of sold items in line with what is known of them: all that the events of a transaction changed, by one lock of
 * their sellers. The ledger follows in the same transaction: what it needs is read with the items, and goes out with the commit.
 */
export async function deriveItems({ em: tx, now }: Context, changed: readonly Changed[]): Promise<void> {
  const orderItemIds = [...new Set(changed.flatMap(({ orderItemIds: ids }) => ids))];
  if (orderItemIds.length === 0) return;
  const [known, orders] = await Promise.all([
    soldItems.find(tx, orderItemIds),
    ledgerTransfers.findOrdersOfItems(tx, orderItemIds),
  ]);
  const at = now();
  postOrders(tx, orders, at, ({ items }) => lastOf(changed, items));
  await settleSold(tx, known, at);
}

/** When the last of what changed some items happened. */
function lastOf(changed: readonly Changed[], items: readonly Pick<SoldItemRow, 'orderItemId'>[]): Date | null {
  const ids = new Set(items.map(({ orderItemId }) => orderItemId));
  const times = changed.flatMap(({ orderItemIds, occurredAt }) =>
    orderItemIds.some((id) => ids.has(id)) ? occurredAt.getTime() : [],
  );
  return times.length === 0 ? null : new Date(Math.max(...times));
}

/** Brings the entries alone in line; locks their sellers. */
export async function settleSold(tx: EntityManager, known: readonly SoldItemRow[], at: Date): Promise<void> {
  const sold = known.filter((row): row is KnownSale => row.sale !== null);
  const existing = await payoutItems.lock(tx, sold);
  const batches = await payouts.findLocked(
    tx,
    existing.flatMap(({ payoutId }) => payoutId ?? []),
  );

  for (const row of sold) {
    const entries = existing.filter(({ orderItemId }) => orderItemId === row.orderItemId);
    const batchOf = ({ payoutId }: PayoutItem) => stateOf(batches.find(({ id }) => id === payoutId));
    take(tx, settleEntries(soldAs(row), entries, batchOf, at), { entries, batches, at });
  }
}

const stateOf = (batch: PayoutRow | undefined): BatchState =>
  batch === undefined || batch.status === 'failed' ? 'none' : batch.status;

function soldAs(row: KnownSale): Sold {
  const { givenBackCents = 0, borneFeeCents = 0, ...sale } = row.sale;
  return {
    saleState: row,
    sale: { orderId: row.orderId, orderItemId: row.orderItemId, ...sale },
    givenBackCents,
    borneFeeCents,
  };
}

/** Stores and publishes what became of the entries of one sold item. */
function take(
  tx: EntityManager,
  effects: readonly Effect[],
  { entries, batches, at }: { entries: readonly PayoutItemRow[]; batches: readonly PayoutRow[]; at: Date },
): void {
  const rows = new Map<PayoutItem, PayoutItemRow>(entries.map((row) => [row, row]));
  for (const effect of effects) {
    const { entry } = effect;
    if (effect.kind === 'added') {
      const row = payoutItems.insert(tx, entry);
      rows.set(entry, row);
      publishPayoutItem(tx, entry.type === 'sale' ? 'payout_item_held' : 'payout_item_adjusted', row);
      continue;
    }
    const batch = effect.leavesBatch && batches.find(({ id }) => id === entry.payoutId);
    if (batch) publishPayout(tx, 'payout_reduced', payouts.save(tx, batch, without(batch, entry, at)));
    const row = payoutItems.save(tx, rows.get(entry)!, effect.change);
    publishPayoutItem(tx, `payout_item_${row.status}`, row);
  }
}
