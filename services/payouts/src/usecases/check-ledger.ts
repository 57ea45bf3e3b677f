import { ledger, type RunQuery } from '../db/ledger.ts';
import { balanceOf, worthOf } from '../domain/ledger.ts';

/** `of`: the sold item, its entry, the batch or the seller of which something does not add up. */
export type Difference = {
  kind: 'item_balance' | 'item_batch' | 'item_on_hold' | 'batch_total' | 'seller_sum';
  of: string;
  expected: number;
  found: number;
};
type Report = (difference: Difference) => void;

/** Recomputes every balance from what is known of orders and items, and every batch from its entries; changes nothing. */
export async function checkLedger(run: RunQuery, report: Report): Promise<{ items: number; differences: number }> {
  let [items, differences] = [0, 0];
  const count: Report = (difference) => {
    differences += 1;
    report(difference);
  };
  for await (const { orderItemId, sale, entries, ...saleState } of ledger.findSoldItems(run)) {
    items += 1;
    const amountCents = (sale?.artistEarningsCents ?? 0) * (sale?.quantity ?? 0);
    const expected = worthOf(saleState, { amountCents, givenBackCents: sale?.givenBackCents ?? 0 });
    const found = balanceOf(entries);
    if (expected !== found) count({ kind: 'item_balance', of: orderItemId, expected, found });
  }
  for (const { id, expected, found } of await ledger.findWrongTotals(run))
    count({ kind: 'batch_total', of: id, expected, found });
  for (const { id, expected, found } of await ledger.findWrongSums(run))
    count({ kind: 'seller_sum', of: id, expected, found });
  for (const { id } of await ledger.findStrays(run)) count({ kind: 'item_batch', of: id, expected: 1, found: 0 });
  for (const { id, found } of await ledger.findReleasedEarly(run))
    count({ kind: 'item_on_hold', of: id, expected: 0, found });
  return { items, differences };
}
