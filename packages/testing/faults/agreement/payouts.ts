import { differencesOfLedger } from '../../src/ledger-check.ts';
import type { InUse } from '../stage/in-use.ts';

const SOLD = `
  select order_id as id, payment_status as status from sold_item`;
const ORDERS = `
  select id, payment_status as status, total_cents - total_refunded_cents as cents from customer_order where paid_at is not null`;
/** What came in less what went back. */
const CLEARED = `
  select order_id as id, sum(amount_cents * ((debit in ('clearing', 'provider_fees'))::int - (credit in ('clearing', 'provider_fees'))::int))::int as cents
  from ledger_transfer where 'clearing' in (debit, credit) group by 1`;

/** The ledger adds up, it has the money of each paid order, payouts knows each as it is, and has the batches that were accepted. */
export async function wrongsOfPayouts({ databases, marketplace, journal }: InUse): Promise<string[]> {
  const { payouts } = databases;
  const [differences, sold, orders, cleared, batches] = await Promise.all([
    differencesOfLedger(marketplace.surroundings.databaseUrls.payouts!),
    payouts.query<{ id: string; status: string }>(SOLD),
    databases['orders-payments'].query<PaidOrder>(ORDERS),
    payouts.query<{ id: string; cents: number | null }>(CLEARED),
    payouts.query<{ id: string; status: string }>('select id, status from payout'),
  ]);
  const known = new Map(sold.rows.map(({ id, status }) => [id, status]));
  const clearedOf = new Map(cleared.rows.map(({ id, cents }) => [id, cents ?? 0]));
  const stored = new Map(batches.rows.map(({ id, status }) => [id, status]));
  return [
    ...differences,
    ...orders.rows.flatMap(({ id, status }) =>
      known.get(id) === status ? [] : `payouts knows order ${id} as ${known.get(id) ?? 'nothing'}, not as ${status}`,
    ),
    ...wrongsOfClearing(orders.rows, clearedOf),
    ...[...journal.payouts].flatMap(([id, status]) =>
      stored.get(id) === status ? [] : `payout ${id} is ${stored.get(id) ?? 'lost'}, not ${status}`,
    ),
    ...[...stored.keys()].flatMap((id) => (journal.payouts.has(id) ? [] : `nobody got a response with payout ${id}`)),
  ];
}

type PaidOrder = { id: string; status: string; cents: number };

/** The ledger has the money of orders that orders-payments has, and of no others. */
export function wrongsOfClearing(orders: readonly PaidOrder[], cleared: ReadonlyMap<string, number>): string[] {
  const paid = new Map(orders.map(({ id, cents }) => [id, cents]));
  return [...new Set([...paid.keys(), ...cleared.keys()])].flatMap((id) => {
    const [expected, found] = [paid.get(id) ?? 0, cleared.get(id) ?? 0];
    return found === expected ? [] : `the ledger has ${found} of order ${id}, not ${expected}`;
  });
}
