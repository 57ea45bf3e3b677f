import type { Orm } from '@estampa/kit/postgres/connect';
import { run } from '@estampa/kit/postgres/statement';
import type { LockedOrder } from '@estampa/orders-payments/db/order-parts';
import { payoutItem } from '@estampa/payouts/db/tables/payout-item';
import { payout } from '@estampa/payouts/db/tables/payout';
import { soldItem } from '@estampa/payouts/db/tables/sold-item';
import { standingOf } from '@estampa/payouts/domain/standing';
import { checkLedger } from '@estampa/payouts/usecases/check-ledger';

/** Balances, batches and the ledger, recomputed; and of how many orders the ledger was left out, which events that are yet to come mend. */
export async function wrongsOfLedger(orm: Orm): Promise<{ never: string[]; now: string[] }> {
  const never: string[] = [];
  const { incompleteOrders } = await orm.em.fork().transactional((tx) =>
    checkLedger(
      (query) => run(tx, query),
      ({ kind, of, expected, found: is }) => never.push(`payouts: ${kind} of ${of} is ${is} instead of ${expected}`),
    ),
  );
  return {
    never,
    now: incompleteOrders > 0 ? [`payouts: the ledger is not complete for ${incompleteOrders} orders`] : [],
  };
}

/** What buyers paid less what went back, by the ledger: what the provider kept of it is there, too. */
const CLEARED = `select order_id as id, sum(amount_cents * ((debit in ('clearing', 'provider_fees'))::int - (credit in ('clearing', 'provider_fees'))::int))::int as cents
  from ledger_transfer where 'clearing' in (debit, credit) group by 1`;

/** The ledger has of each paid order what its buyer paid less what went back, by orders-payments and not by what payouts was told. */
export async function wrongsOfClearing(orm: Orm, orders: readonly LockedOrder[]): Promise<string[]> {
  const rows = await orm.em.fork().execute<{ id: string; cents: number | null }[]>(CLEARED);
  const cleared = new Map(rows.map(({ id, cents }) => [id, cents ?? 0]));
  return orders.flatMap(({ order, lockedState }) => {
    const expected = order.paidAt ? order.totalCents - lockedState.refundedCents : 0;
    const found = cleared.get(order.id) ?? 0;
    return found === expected ? [] : `payouts: the ledger has ${found} of order ${order.id}, not ${expected}`;
  });
}

/** What payouts knows of orders. */
export async function wrongsOfPayouts(orm: Orm, orders: readonly LockedOrder[]): Promise<string[]> {
  return orm.em.fork().transactional(async (tx) => {
    const found: string[] = [];
    const sold = await tx.execute<{ id: string; state: string }[]>(
      `select distinct order_id as id, concat_ws(' ', payment_status, is_disputed, is_refund_under_way) as state
       from sold_item where sale is not null`,
    );
    for (const { order, lockedState } of orders) {
      const known = sold.flatMap(({ id, state }) => (id === order.id ? state : []));
      const { paymentStatus, isDisputed, isRefundUnderWay } = lockedState;
      const state = `${paymentStatus} ${isDisputed ? 't' : 'f'} ${isRefundUnderWay ? 't' : 'f'}`;
      if (known.length === 0 ? order.paidAt : known.some((one) => one !== state))
        found.push(`payouts: order ${order.id} is ${known.join(' and ') || 'unknown'}, not ${state}`);
    }
    return found;
  });
}

/** The entry of each sale stands where all that is known of its item puts it. */
export async function wrongsOfEntries(orm: Orm): Promise<string[]> {
  const em = orm.em.fork();
  const items = new Map((await em.find(soldItem.Row, {})).map((item) => [item.orderItemId, item]));
  const batches = new Map((await em.find(payout.Row, {})).map(({ id, status }) => [id, status]));
  return (await em.find(payoutItem.Row, { type: 'sale' })).flatMap(({ id, orderItemId, payoutId, status }) => {
    const batch = (payoutId && batches.get(payoutId)) ?? 'none';
    const standing = standingOf(items.get(orderItemId), batch === 'failed' ? 'none' : batch);
    return standing?.status === status ? [] : `payouts: entry ${id} is ${status}, and ${standing?.status} by its item`;
  });
}
