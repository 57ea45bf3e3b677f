import type { Orm } from '@estampa/kit/postgres/connect';
import { run } from '@estampa/kit/postgres/statement';
import type { LockedOrder } from '@estampa/orders-payments/db/order-parts';
import { payoutItem } from '@estampa/payouts/db/tables/payout-item';
import { payout } from '@estampa/payouts/db/tables/payout';
import { soldItem } from '@estampa/payouts/db/tables/sold-item';
import { standingOf } from '@estampa/payouts/domain/standing';
import { checkLedger } from '@estampa/payouts/usecases/check-ledger';

/** Balances and batches, recomputed. */
export async function wrongsOfLedger(orm: Orm): Promise<string[]> {
  const found: string[] = [];
  await orm.em.fork().transactional((tx) =>
    checkLedger(
      (query) => run(tx, query),
      ({ kind, of, expected, found: is }) => found.push(`payouts: ${kind} of ${of} is ${is} instead of ${expected}`),
    ),
  );
  return found;
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
