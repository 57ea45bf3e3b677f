import { addRow } from '@estampa/kit/add-row';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { lockSellers } from '../db/lock-sellers.ts';
import { PayoutItemRow } from '../db/payout-item.entity.ts';
import { PayoutRow } from '../db/payout.entity.ts';
import { type SoldAs, SoldItemRow } from '../db/sold-item.entity.ts';
import { earn, moveTo, takeBack } from '../domain/payout-item.ts';
import { without } from '../domain/payout.ts';
import { type BatchState, type Standing, standingOf } from '../domain/standing.ts';
import { announcePayoutItem } from '../messages/payout-item.ts';
import { announcePayout } from '../messages/payout.ts';

type Earning = Pick<SoldItemRow, 'orderItemId'>;
type Sold = SoldItemRow & { sale: SoldAs };

/** Brings the payout items of sold items in line with the facts kept about them. Runs in the consumer's transaction. */
export async function deriveItems({ em: tx, now }: Context, earning: readonly Earning[]): Promise<void> {
  const orderItemIds = earning.map(({ orderItemId }) => orderItemId);
  const known = await tx.find(SoldItemRow, { orderItemId: { $in: orderItemIds } });
  const sold = known.filter((row): row is Sold => row.sale !== null);
  if (sold.length === 0) return;
  await lockSellers(
    tx,
    sold.map(({ sale }) => sale.sellerProfileId),
  );
  const existing = await tx.find(PayoutItemRow, { orderItemId: { $in: sold.map((row) => row.orderItemId) } });
  const payoutIds = existing.flatMap(({ payoutId }) => payoutId ?? []);
  const batches = payoutIds.length > 0 ? await tx.find(PayoutRow, { id: { $in: payoutIds } }) : [];

  for (const row of sold) {
    const ofItem = existing.filter(({ orderItemId }) => orderItemId === row.orderItemId);
    const item = ofItem.find(({ type }) => type === 'sale');
    const batch = batches.find(({ id }) => id === item?.payoutId);
    const standing = standingOf(row, batchState(batch));
    if (!standing) continue;
    if (item && standing.leavesBatch && batch) leaveBatch(tx, item, batch);
    const placed = place(tx, item ?? hold(tx, row, now()), standing, now());
    const isTakenBack = ofItem.some(({ type }) => type === 'adjustment');
    if (standing.owesBack && !isTakenBack) {
      announcePayoutItem(tx, 'payout_item_adjusted', addRow(tx, PayoutItemRow, takeBack(placed, now())));
    }
  }
}

const batchState = (batch: PayoutRow | undefined): BatchState =>
  batch?.status === 'pending' || batch?.status === 'paid' ? batch.status : 'none';

function leaveBatch(tx: EntityManager, item: PayoutItemRow, batch: PayoutRow): void {
  tx.assign(batch, without(batch, item));
  announcePayout(tx, 'payout_reduced', batch);
}

function hold(tx: EntityManager, { orderId, orderItemId, sale }: Sold, now: Date): PayoutItemRow {
  const item = addRow(tx, PayoutItemRow, earn({ orderId, orderItemId, ...sale }, now));
  announcePayoutItem(tx, 'payout_item_held', item);
  return item;
}

function place(tx: EntityManager, item: PayoutItemRow, standing: Standing, now: Date): PayoutItemRow {
  const change = moveTo(item, standing, now);
  if (change) announcePayoutItem(tx, `payout_item_${standing.status}`, tx.assign(item, change));
  return item;
}
