import { itemCheck, type RunQuery } from '../db/item-check.ts';
import { ledgerCheck } from '../db/ledger-check.ts';
import type { LedgerHead } from '../domain/ledger-head.ts';
import { unknownOf } from '../domain/order-transfers.ts';
import { earningOf } from '../domain/payout-item.ts';
import { balanceOf, worthOf } from '../domain/worth.ts';
import { knownOf, lackingOfOrder } from './post-orders.ts';

/** `of`: the sold item, entry, batch, seller, order, account, block, stored head, sum or closed month of which something does not add up. */
export type Difference = {
  kind:
    | 'item_balance'
    | 'item_batch'
    | 'item_on_hold'
    | 'batch_total'
    | 'seller_sum'
    | 'order_ledger'
    | 'payout_ledger'
    | 'fee_ledger'
    | 'earnings_ledger'
    | 'account_balance'
    | 'ledger_sum'
    | 'finance_period'
    | 'ledger_block'
    | 'ledger_blocks'
    | 'ledger_head';
  of: string;
  expected: number;
  found: number;
};
type Report = (difference: Difference) => void;
export type Checked = {
  items: number;
  differences: number;
  orders: number;
  /** Orders of which the total, or what went back, is not known: freight or refunds are left out of the ledger. */
  incompleteOrders: number;
  /** Stored heads that the chain was compared with. */
  heads: number;
};

/**
 * Recomputes every balance from what is known of orders and items, every batch from its entries, and every order's part of the
 * ledger, and looks for stored heads in its chain; changes nothing. The ledger is left out until everything of before it is posted.
 */
export async function checkLedger(run: RunQuery, report: Report, heads: readonly LedgerHead[] = []): Promise<Checked> {
  const checked: Checked = { items: 0, differences: 0, orders: 0, incompleteOrders: 0, heads: heads.length };
  const count: Report = (difference) => {
    checked.differences += 1;
    report(difference);
  };
  await checkItems(run, count, checked);
  await checkBlocks(run, count);
  for (const { number, hash } of await ledgerCheck.findLostHeads(run, heads))
    count({ kind: 'ledger_head', of: `${number} ${hash}`, expected: 1, found: 0 });
  if (await ledgerCheck.isComplete(run)) await checkTransfers(run, count, checked);
  return checked;
}

async function checkItems(run: RunQuery, count: Report, checked: Checked): Promise<void> {
  for await (const { orderItemId, sale, entries, ...saleState } of itemCheck.findSoldItems(run)) {
    checked.items += 1;
    const amountCents = sale ? earningOf(sale) : 0;
    const { givenBackCents = 0, borneFeeCents = 0 } = sale ?? {};
    const expected = worthOf(saleState, { amountCents, givenBackCents, borneFeeCents });
    const found = balanceOf(entries);
    if (expected !== found) count({ kind: 'item_balance', of: orderItemId, expected, found });
  }
  for (const { id, expected, found } of await itemCheck.findWrongTotals(run))
    count({ kind: 'batch_total', of: id, expected, found });
  for (const { id, expected, found } of await itemCheck.findWrongSums(run))
    count({ kind: 'seller_sum', of: id, expected, found });
  for (const { id } of await itemCheck.findStrays(run)) count({ kind: 'item_batch', of: id, expected: 1, found: 0 });
  for (const { id, found } of await itemCheck.findReleasedEarly(run))
    count({ kind: 'item_on_hold', of: id, expected: 0, found });
}

/** What was sealed is as it was, everything is sealed once or waits for it, and is in the balances. */
async function checkBlocks(run: RunQuery, count: Report): Promise<void> {
  for await (const number of ledgerCheck.findBrokenBlocks(run))
    count({ kind: 'ledger_block', of: String(number), expected: 1, found: 0 });
  const { expected: transfers, found: sealed } = await ledgerCheck.findUnsealed(run);
  if (transfers !== sealed) count({ kind: 'ledger_blocks', of: 'all', expected: transfers, found: sealed });
  for (const { id, expected, found } of await ledgerCheck.findWrongBalances(run))
    count({ kind: 'account_balance', of: id, expected, found });
  for (const { id, expected, found } of await ledgerCheck.findWrongSums(run))
    count({ kind: 'ledger_sum', of: id, expected, found });
  for (const month of await ledgerCheck.findWrongPeriods(run))
    count({ kind: 'finance_period', of: month, expected: 1, found: 0 });
}

/** What was posted is what the orders and their entries come to. */
async function checkTransfers(run: RunQuery, count: Report, checked: Checked): Promise<void> {
  for await (const order of ledgerCheck.findOrders(run)) {
    checked.orders += 1;
    if (unknownOf(knownOf(order)).length > 0) checked.incompleteOrders += 1;
    const found = lackingOfOrder(order).reduce((sum, { amountCents }) => sum + amountCents, 0);
    if (found > 0) count({ kind: 'order_ledger', of: order.orderId, expected: 0, found });
  }
  for (const { id, expected, found } of await ledgerCheck.findWrongPayouts(run))
    count({ kind: 'payout_ledger', of: id, expected, found });
  for (const { id, expected, found } of await ledgerCheck.findWrongFees(run))
    count({ kind: 'fee_ledger', of: id, expected, found });
  for (const { id, expected, found } of await ledgerCheck.findWrongEarnings(run))
    count({ kind: 'earnings_ledger', of: id, expected, found });
}
