import { addRow } from '@estampa/kit/add-row';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { lockSellers } from '../db/lock-sellers.ts';
import { PayoutItemRow } from '../db/payout-item.entity.ts';
import { PayoutRow } from '../db/payout.entity.ts';
import { type SoldAs, SoldItemRow } from '../db/sold-item.entity.ts';
import { balanceOf, worthOf } from '../domain/ledger.ts';
import { adjust, earn, moveTo, standingBeside } from '../domain/payout-item.ts';
import { without } from '../domain/payout.ts';
import { type BatchState, type Standing, standingOf } from '../domain/standing.ts';
import { announcePayoutItem } from '../messages/payout-item.ts';
import { announcePayout } from '../messages/payout.ts';

type Earning = Pick<SoldItemRow, 'orderItemId'>;
type Sold = SoldItemRow & { sale: SoldAs };

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
  const sold = known.filter((row): row is Sold => row.sale !== null);
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

  for (const row of sold) {
    const entries = existing.filter(({ orderItemId }) => orderItemId === row.orderItemId);
    const item = entries.find(({ type }) => type === 'sale');
    const batch = batches.find(({ id }) => id === item?.payoutId);
    const standing = standingOf(row, batchState(batch));
    if (!standing) continue;
    if (item && standing.leavesBatch && batch) leaveBatch(tx, item, batch);
    const placed = place(tx, item ?? hold(tx, row, now()), standing, now());
    const others = entries.filter(({ type }) => type === 'adjustment');
    correct(tx, row, placed, others, batches, now());
  }
}

const batchState = (batch: PayoutRow | undefined): BatchState =>
  batch?.status === 'pending' || batch?.status === 'paid' ? batch.status : 'none';

function leaveBatch(tx: EntityManager, item: PayoutItemRow, batch: PayoutRow): void {
  tx.assign(batch, without(batch, item));
  announcePayout(tx, 'payout_reduced', batch);
}

function hold(tx: EntityManager, { orderId, orderItemId, sale }: Sold, now: Date): PayoutItemRow {
  const { givenBackCents: _notOfTheSale, ...sold } = sale;
  const item = addRow(tx, PayoutItemRow, earn({ orderId, orderItemId, ...sold }, now));
  announcePayoutItem(tx, 'payout_item_held', item);
  return item;
}

function place(tx: EntityManager, item: PayoutItemRow, standing: Standing, now: Date): PayoutItemRow {
  const change = moveTo(item, standing, now);
  if (change) announcePayoutItem(tx, `payout_item_${standing.status}`, tx.assign(item, change));
  return item;
}

/** Whatever the entries lack of what the sale is worth by now becomes another entry; none is ever changed or dropped. */
function correct(
  tx: EntityManager,
  row: Sold,
  item: PayoutItemRow,
  others: PayoutItemRow[],
  batches: readonly PayoutRow[],
  now: Date,
): void {
  const hasPaid = [item, ...others].some(({ paidAt }) => paidAt);
  for (const other of others.filter(({ paidAt }) => !paidAt)) {
    const standing = standingBeside(item, other, hasPaid);
    const batch = batches.find(({ id }) => id === other.payoutId);
    if (standing.leavesBatch && batch) leaveBatch(tx, other, batch);
    place(tx, other, standing, now);
  }
  const earning = { amountCents: item.amountCents, givenBackCents: row.sale.givenBackCents ?? 0 };
  const lacking = worthOf(row, earning) - balanceOf([item, ...others]);
  if (lacking !== 0)
    announcePayoutItem(tx, 'payout_item_adjusted', addRow(tx, PayoutItemRow, adjust(item, lacking, now)));
}
