import type { AllFields } from '@estampa/kernel/all-fields';
import { addRow } from '@estampa/kit/postgres/add-row';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { lockSellers } from '../db/lock-sellers.ts';
import { PayoutItemRow } from '../db/payout-item.entity.ts';
import { PayoutRow } from '../db/payout.entity.ts';
import { type SoldAs, SoldItemRow } from '../db/sold-item.entity.ts';
import type { PayoutItem } from '../domain/payout-item.ts';
import { without } from '../domain/payout.ts';
import { type Effect, settleEntries, type Sold } from '../domain/settle-entries.ts';
import type { BatchState } from '../domain/standing.ts';
import { publishPayoutItem } from '../messages/payout-item.ts';
import { publishPayout } from '../messages/payout.ts';

type Earning = Pick<SoldItemRow, 'orderItemId'>;
type Kept = SoldItemRow & { sale: SoldAs };

const left = new WeakMap<object, Set<string>>();

/** Sold items that earn something and of which something changed: their entries follow at the end of the transaction. */
export function leaveItems(tx: EntityManager, earning: readonly Earning[]): void {
  const transaction = tx.getTransactionContext<object>()!;
  const ids = left.get(transaction) ?? new Set();
  for (const { orderItemId } of earning) ids.add(orderItemId);
  left.set(transaction, ids);
}

/** Brings the entries of sold items in line with the facts kept about them, all of a batch with one lock of their sellers. */
export async function deriveLeft({ em: tx, now }: Context): Promise<void> {
  const orderItemIds = [...(left.get(tx.getTransactionContext<object>()!) ?? [])];
  if (orderItemIds.length === 0) return;
  const known = await tx.find(SoldItemRow, { orderItemId: { $in: orderItemIds } });
  const sold = known.filter((row): row is Kept => row.sale !== null);
  await lockSellers(
    tx,
    sold.map(({ sale }) => sale.sellerProfileId),
  );
  const existing = await tx.find(
    PayoutItemRow,
    { orderItemId: { $in: sold.map((row) => row.orderItemId) } },
    { orderBy: { id: 'asc' } },
  );
  const payoutIds = existing.flatMap(({ payoutId }) => payoutId ?? []);
  const batches = payoutIds.length > 0 ? await tx.find(PayoutRow, { id: { $in: payoutIds } }) : [];

  const at = now();
  for (const row of sold) {
    const entries = existing.filter(({ orderItemId }) => orderItemId === row.orderItemId);
    const batchOf = ({ payoutId }: PayoutItem) => stateOf(batches.find(({ id }) => id === payoutId));
    take(tx, settleEntries(soldAs(row), entries, batchOf, at), { entries, batches, at });
  }
}

const stateOf = (batch: PayoutRow | undefined): BatchState =>
  batch?.status === 'pending' || batch?.status === 'paid' ? batch.status : 'none';

function soldAs(row: Kept): Sold {
  const { givenBackCents = 0, ...sale } = row.sale;
  return { facts: row, sale: { orderId: row.orderId, orderItemId: row.orderItemId, ...sale }, givenBackCents };
}

/** Stores and tells what became of the entries of one sold item. */
function take(
  tx: EntityManager,
  effects: readonly Effect[],
  { entries, batches, at }: { entries: readonly PayoutItemRow[]; batches: readonly PayoutRow[]; at: Date },
): void {
  const rows = new Map<PayoutItem, PayoutItemRow>(entries.map((row) => [row, row]));
  for (const effect of effects) {
    const { entry } = effect;
    if (effect.kind === 'added') {
      const row = addRow(tx, PayoutItemRow, entry as AllFields<PayoutItem>);
      rows.set(entry, row);
      publishPayoutItem(tx, entry.type === 'sale' ? 'payout_item_held' : 'payout_item_adjusted', row);
      continue;
    }
    const batch = effect.leavesBatch && batches.find(({ id }) => id === entry.payoutId);
    if (batch) publishPayout(tx, 'payout_reduced', tx.assign(batch, without(batch, entry, at)));
    const row = tx.assign(rows.get(entry)!, effect.change);
    publishPayoutItem(tx, `payout_item_${row.status}`, row);
  }
}
