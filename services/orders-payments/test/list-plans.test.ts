import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { pageOf } from '../src/db/list-orders.ts';
import { ALL, OF_STATE } from '../src/db/list-late-payments.ts';
import { ITEMS, ORDERS } from '../src/db/list-sellers-orders.ts';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';

const ROWS = 100_000;
const LIMIT = 20;
/** Of all tables together, for one page: far from any whole table. */
const ROWS_READ_MAX = 2_000;
const [SELLER, BUYER] = [randomUUID(), randomUUID()];

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService('orders-payments');
  for (const sql of SEED) await service.database.query(sql, sql.includes('$1') ? [SELLER, BUYER] : []);
}, 180_000);
afterAll(() => service?.stop());

/** One order in a thousand has what a filter looks for. */
const SEED = [
  `create table made as select n, gen_random_uuid() as id, gen_random_uuid() as payment_id, n % 1000 = 0 as is_rare, n % 110 = 0 as is_middling,
     timestamptz '2026-01-01' + n * interval '1 minute' as at from generate_series(1, ${ROWS}) as n`,
  `insert into customer_order (id, order_number, user_id, email, full_name, shipping, search_text, payment_status,
     fulfillment_status, subtotal_cents, shipping_cents, discount_cents, total_cents, total_refunded_cents,
     current_payment_id, shipment_version, version, created_at, updated_at)
   select id, 10000000 + n, case when is_rare and $1 <> '' then $2::uuid else gen_random_uuid() end,
     case when is_rare then 'rare@demo.example' else n || '@demo.example' end, 'Demo', '{}',
     (10000000 + n) || e'\\n' || case when is_rare then 'rare@demo.example' else n || '@demo.example' end ||
       case when is_middling then e'\\nmiddling' else '' end,
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
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const passedOver = (node: Plan): number =>
  (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);

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
  ['orders with a word that all have', pageOf(['searchPattern']), ['%demo.example%']],
  ['orders with a word of middling frequency', pageOf(['searchPattern']), ['%middling%']],
  ['orders with a rare word', pageOf(['searchPattern']), ['%rare@demo%']],
  ['orders with a word that nobody has', pageOf(['searchPattern']), ['%nobody has this%']],
  ['orders of one state with a word', pageOf(['paymentStatus', 'searchPattern']), ['refunded', '%rare@demo%']],
  ['orders of a seller', ORDERS, [SELLER]],
  ['items of a seller', ITEMS, [SELLER]],
  ['late payments', ALL.page, []],
  ['late payments that failed', OF_STATE.page, ['failed']],
])(`reads few rows for a page of %s of ${ROWS}`, async (_name, statement, given) => {
  const values = [...given, LIMIT, 0];
  const { text } = statement.with(...values).query;

  const { rows } = await service.database.query(`explain (analyze, format json) ${text}`, values);

  const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter(
    (node) => node['Relation Name'] !== undefined && node['Actual Loops'] > 0,
  );
  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  const read = scans.reduce((sum, node) => sum + (node['Actual Rows'] + passedOver(node)) * node['Actual Loops'], 0);
  expect(read).toBeLessThan(ROWS_READ_MAX);
});
