import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pageOf } from '../src/db/list-orders.ts';
import { ALL, OF_STATE } from '../src/db/list-late-payments.ts';
import { ITEMS, ORDERS } from '../src/db/list-sellers-orders.ts';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace, type TestMarketplace } from '@estampa/testing/marketplace';
import { metric } from '@estampa/testing/metric';
import type { ServiceView } from '@estampa/testing/service-view';
import { sandboxCalls } from './sandbox-calls.ts';

const ROWS = 100_000;
const LIMIT = 20;
/** Of all tables together, for one page: far from any whole table. */
const ROWS_READ_MAX = 2_000;
const [SELLER, BUYER] = [randomUUID(), randomUUID()];

let marketplace: TestMarketplace;
let service: ServiceView;

beforeAll(async () => {
  marketplace = await startMarketplace({ only: ['orders-payments', 'sandbox'] });
  service = marketplace.service('orders-payments');
  for (const sql of SEED) await service.database.query(sql, sql.includes('$1') ? [SELLER, BUYER] : []);
}, 180_000);
afterAll(() => marketplace?.stop());

/** One order in a thousand has what a filter looks for. */
const SEED = [
  `create table made as select n, gen_random_uuid() as id, gen_random_uuid() as payment_id, n % 1000 = 0 as is_rare,
     timestamptz '2026-01-01' + n * interval '1 minute' as at from generate_series(1, ${ROWS}) as n`,
  `insert into customer_order (id, order_number, user_id, email, full_name, shipping, search_text, payment_status,
     fulfillment_status, subtotal_cents, shipping_cents, discount_cents, total_cents, total_refunded_cents,
     current_payment_id, shipment_version, version, created_at, updated_at)
   select id, 10000000 + n, case when is_rare and $1 <> '' then $2::uuid else gen_random_uuid() end,
     case when is_rare then 'rare@demo.example' else n || '@demo.example' end, 'Demo', '{}',
     (10000000 + n) || e'\\n' || case when is_rare then 'rare@demo.example' else n || '@demo.example' end,
     case when is_rare then 'refunded' else 'approved' end, case when is_rare then 'returned' else 'delivered' end,
     100, 0, 0, 100, 0, payment_id, 0, 1, at, at from made`,
  `insert into order_item (id, order_id, line, seller_product_id, seller_product_variant_id, product_variant_id,
     seller_profile_id, artwork_id, quantity, unit_price_cents, line_total_cents, title, option_label, variant_assets,
     selected_options, seller_name, seller_slug, product_type_name, production_days, packaging_days, earnings,
     fulfillment_status, fulfillment_version)
   select gen_random_uuid(), id, 0, id, id, id, case when is_rare and $2 <> '' then $1::uuid else gen_random_uuid() end,
     id, 1, 100, 100, 'Demo', '', '{}', '{}', '', '', '', 1, 1, '{}', 'delivered', 0 from made`,
  `insert into payment (id, order_id, attempt, provider, reference, status, amount_cents, refunded_cents, created_at,
     tries, failures)
   select payment_id, id, 1, 'asaas', id || ':1', 'approved', 100, 0, at, 1, 0 from made`,
  `insert into refund (id, order_id, payment_id, reason, amount_cents, status, created_at, tries, failures)
   select gen_random_uuid(), id, payment_id, 'late', 100, case when is_rare then 'failed' else 'done' end, at, 1, 0
   from made`,
  'vacuum analyze',
];

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const AT = new Date('2026-02-01T00:00:00Z');
const BEFORE = new Date('2026-02-02T00:00:00Z');

it.each<[string, { with(...values: unknown[]): { query: { text: string } } }, unknown[]]>([
  ['all orders', pageOf([]), []],
  ['orders of a buyer', pageOf(['userId']), [BUYER]],
  ['orders by payment', pageOf(['paymentStatus']), ['refunded']],
  ['orders by fulfillment', pageOf(['fulfillmentStatus']), ['returned']],
  ['orders by e-mail', pageOf(['email']), ['rare@demo.example']],
  ['orders of a time', pageOf(['createdFrom', 'createdBefore']), [AT, BEFORE]],
  ['orders by both states', pageOf(['paymentStatus', 'fulfillmentStatus']), ['refunded', 'returned']],
  ['orders of a seller', ORDERS, [SELLER]],
  ['items of a seller', ITEMS, [SELLER]],
  ['late payments', ALL.page, []],
  ['late payments that failed', OF_STATE.page, ['failed']],
])(`reads few rows for a page of %s of ${ROWS}`, async (_name, statement, given) => {
  const values = [...given, LIMIT, 0];
  const { text } = statement.with(...values).query;

  const { rows } = await service.database.query(`explain (analyze, format json) ${text}`, values);

  const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] !== undefined);
  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  const read = scans.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  );
  expect(read).toBeLessThan(ROWS_READ_MAX);
});

/** What Asaas answers in twelve hours. */
const QUOTA = 25_000;
const LOST = 3;
const SWEPT_WITHIN_MS = 90_000;

it(
  `asks about ${ROWS} charges that wait within the quota: a request for a hundred, and one for each lost notice`,
  async () => {
    const { call, submit } = sandboxCalls(marketplace.sandboxUrl);
    const [newestAt, days] = [new Date().toISOString(), 3];
    await call('POST', '/_control/charges/many', { count: ROWS, days, newestAt });
    for (let n = 1; n <= LOST; n += 1) await submit(`/i/pay_many${n}/pay`, { method: 'pix' });
    await service.database.query(`update customer_order set payment_status = 'pending' where id in (
    select id from made where n <= ${LOST})`);
    const asked = async (operation: string) =>
      metric(service.opsUrl, 'provider_request_seconds_count', { provider: 'asaas', operation, outcome: 'ok' });

    await service.database.query(
      `update payment as p set status = 'pending', preference_id = 'pay_many' || n, provider_payment_id = 'pay_many' || n,
       reference = 'many-' || n || ':1', due_at = now(),
       created_at = $1::timestamptz - n * interval '1 day' * ${days} / ${ROWS}
     from made where p.id = made.payment_id`,
      [newestAt],
    );

    const left = () =>
      service.database.query(`select count(*)::int as due from payment where due_at < now() + interval '1 minute'`);
    await eventually(async () => expect((await left()).rows).toEqual([{ due: 0 }]), { deadlineMs: SWEPT_WITHIN_MS });
    const paid = await service.database
      .query(`select id from customer_order where payment_status = 'approved' and id in (
    select id from made where n <= ${LOST})`);
    expect(paid.rows).toHaveLength(LOST);
    const requests = { lists: await asked('listPayments'), looks: await asked('getPayment') };
    expect(requests.lists).toBeLessThanOrEqual(ROWS / 100 + 10);
    expect(requests.looks).toBeLessThanOrEqual(20);
    expect(requests.lists + requests.looks).toBeLessThan(QUOTA / 10);
  },
  SWEPT_WITHIN_MS + 10_000,
);
