import { differencesOfLedger } from '../../src/ledger-check.ts';
import type { InUse } from '../stage/in-use.ts';

const SOLD = `
  select order_id as id, payment_status as status from sold_item`;
const ORDERS = `select id, payment_status as status from customer_order where paid_at is not null`;

/** The ledger adds up, it knows each paid order as it is, and has the batches that were accepted. */
export async function wrongsOfPayouts({ databases, marketplace, journal }: InUse): Promise<string[]> {
  const { payouts } = databases;
  const [differences, sold, orders, batches] = await Promise.all([
    differencesOfLedger(marketplace.surroundings.databaseUrls.payouts!),
    payouts.query<{ id: string; status: string }>(SOLD),
    databases['orders-payments'].query<{ id: string; status: string }>(ORDERS),
    payouts.query<{ id: string; status: string }>('select id, status from payout'),
  ]);
  const known = new Map(sold.rows.map(({ id, status }) => [id, status]));
  const stored = new Map(batches.rows.map(({ id, status }) => [id, status]));
  return [
    ...differences,
    ...orders.rows.flatMap(({ id, status }) =>
      known.get(id) === status ? [] : `payouts knows order ${id} as ${known.get(id) ?? 'nothing'}, not as ${status}`,
    ),
    ...[...journal.payouts].flatMap(([id, status]) =>
      stored.get(id) === status ? [] : `payout ${id} is ${stored.get(id) ?? 'lost'}, not ${status}`,
    ),
    ...[...stored.keys()].flatMap((id) => (journal.payouts.has(id) ? [] : `nobody got a response with payout ${id}`)),
  ];
}
