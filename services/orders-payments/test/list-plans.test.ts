import { randomUUID } from 'node:crypto';
import { saoPauloDay } from '@estampa/kernel/days';
import { TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CountedBy, orderCounts, sumOf } from '../src/db/order-count-repository.ts';
import { SELLERS_ITEMS } from '../src/db/order-item-repository.ts';
import { type ConditionName, type OrderConditions, ORDERS } from '../src/db/order-pages.ts';
import { HOLDING, UNPAID } from '../src/db/unpaid-orders.ts';
import { SAVE_FIRST_CHARGE } from '../src/db/payment-repository.ts';
import { LATE, LATE_OF_STATE } from '../src/db/refund-repository.ts';
import { CHANGED_ORDERS, SELLERS_ORDERS } from '../src/db/seller-order-pages.ts';
import { BATCH_READS, BEFORE_NEWEST, BEFORE_OLDEST } from '@estampa/kit/postgres/scan';
import { batchStatement } from '../src/db/order-export.ts';
import { ROWS, SEED } from './many-orders.ts';
import { nodesOf, readBy, scansIn } from './plan-scans.ts';
import { describeOrderExports } from './order-exports.ts';
import { eventually } from '@estampa/testing/eventually';
import { type ServiceUnderTest, startService } from '@estampa/testing/start-service';

const LIMIT = 20;
/** A few rows for each of the 70 days. */
const COUNT_ROWS_MAX = 500;
const COUNTED_WITHIN_MS = 60_000;
const PERIOD = `created_at >= '2026-02-01T03:00:00Z' and created_at < '2026-02-03T03:00:00Z'`;
/** Rows read of all tables together for one page: far below any full scan. */
const ROWS_READ_MAX = 2_000;
/** Where the first thousand have most of a page, those that have the rest of it beside them. */
const FURTHER_ROWS_READ_MAX = ROWS_READ_MAX + 1_000;
/** Beside the page a day of orders, one a minute, and the counts of the days before. */
const DEEP_ROWS_READ_MAX = ROWS_READ_MAX + 1_440;
/** What is filtered, and the orders of a batch with all that is shown with each. */
const BATCH_ROWS_READ_MAX = 2 * BATCH_READS;
const [SELLER, BUYER] = [randomUUID(), randomUUID()];

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService('orders-payments');
  for (const sql of SEED) await service.database.query(sql, sql.includes('$1') ? [SELLER, BUYER] : []);
}, 180_000);
afterAll(() => service?.stop());

const scansOf = (text: string, values: readonly unknown[]) => scansIn(service.database, text, values);

const rowsRead = async (text: string, values: readonly unknown[]): Promise<number> =>
  readBy(await scansOf(text, values));

const AT = new Date('2026-02-01T00:00:00Z');
const BEFORE = new Date('2026-02-02T00:00:00Z');
const FIRST = new Date('2026-01-01T00:00:00Z');

const MIDDLE = [BEFORE, randomUUID()] as const;
const startOf = (names: readonly ConditionName[]) => {
  const { at, id } = names.includes('updatedSince') ? BEFORE_OLDEST : BEFORE_NEWEST;
  return [at, id];
};

it.each<[string, ConditionName[], unknown[]]>([
  ['all orders', [], []],
  ['orders of a buyer', ['userId'], [BUYER]],
  ['orders by payment', ['paymentStatus'], ['refunded']],
  ['orders by fulfillment', ['fulfillmentStatus'], ['returned']],
  ['orders by e-mail', ['email'], ['rare@demo.example']],
  ['orders of a time', ['createdFrom', 'createdBefore'], [AT, BEFORE]],
  ['orders by both states', ['paymentStatus', 'fulfillmentStatus'], ['refunded', 'returned']],
  ['orders with a word that all have', ['searchPattern'], ['%demo.example%']],
  ['orders with a word of middling frequency', ['searchPattern'], ['%middling%']],
  ['orders with a rare word', ['searchPattern'], ['%rare@demo%']],
  ['orders with a word that nobody has', ['searchPattern'], ['%nobody has this%']],
  ['orders of one state with a word', ['paymentStatus', 'searchPattern'], ['refunded', '%rare@demo%']],
  ['orders changed since', ['updatedSince'], [FIRST]],
  ['orders by payment changed since', ['paymentStatus', 'updatedSince'], ['refunded', FIRST]],
  ['orders with a word changed since', ['searchPattern', 'updatedSince'], ['%demo.example%', FIRST]],
  ['orders with a rare word changed since', ['searchPattern', 'updatedSince'], ['%rare@demo%', FIRST]],
])(
  `reads few rows for a page of %s of ${ROWS}, and for the one after one in the middle`,
  async (_name, names, given) => {
    const { rows, first } = ORDERS.statementsBy(names);

    for (const start of [startOf(names), MIDDLE]) {
      const values = [...given, LIMIT, ...start];
      const read = [await scansOf(rows.with().query.text, [...values, 0])];
      if (first) read.push(await scansOf(first.with().query.text, values));

      for (const scans of read) {
        expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
        expect(readBy(scans)).toBeLessThan(ROWS_READ_MAX);
      }
    }
  },
);

it.each([
  ['none of them among the first', '%older%', String(TOTAL_COUNTED_MAX + 1)],
  ['most of a page among the first', '%scattered%', null],
])(`finds the newest of more matches than are counted of ${ROWS}, %s`, async (_name, pattern, found) => {
  const { text } = ORDERS.statementsBy(['searchPattern']).rows.with().query;
  const values = [pattern, LIMIT, ...startOf([]), 0];
  const plain = `select id from customer_order where search_text like $1 order by created_at desc limit ${LIMIT}`;

  const { rows } = await service.database.query(text, values);

  const expected = (await service.database.query(plain, [pattern])).rows;
  expect(rows.map(({ position }) => position.split(' ').at(-1))).toEqual(expected.map(({ id }) => id));
  expect(rows[0].found).toBe(found);
  if (found === null) expect(await rowsRead(text, values)).toBeLessThan(FURTHER_ROWS_READ_MAX);
});

it.each<[string, { with(...values: unknown[]): { query: { text: string } } }, unknown[]]>([
  ['late payments', LATE.page, []],
  ['late payments that failed', LATE_OF_STATE.page, ['failed']],
])(`reads few rows for a page of %s of ${ROWS}`, async (_name, statement, given) => {
  const values = [...given, LIMIT, 0];

  const scans = await scansOf(statement.with(...values).query.text, values);

  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  expect(readBy(scans)).toBeLessThan(ROWS_READ_MAX);
});

it.each<[string, { with(...values: unknown[]): { query: { text: string } } }, unknown[]]>([
  ['orders', SELLERS_ORDERS, [SELLER, LIMIT, 0, BEFORE_NEWEST.id]],
  ['orders after a cursor', SELLERS_ORDERS, [SELLER, LIMIT, 0, MIDDLE[1]]],
  ['changed orders', CHANGED_ORDERS, [SELLER, FIRST, LIMIT, 0, BEFORE_OLDEST.at, BEFORE_OLDEST.id]],
  ['changed orders after a cursor', CHANGED_ORDERS, [SELLER, FIRST, LIMIT, 0, ...MIDDLE]],
  ['items', SELLERS_ITEMS, [SELLER, LIMIT, 0, BEFORE_NEWEST.id]],
  ['items after a cursor', SELLERS_ITEMS, [SELLER, LIMIT, 0, MIDDLE[1]]],
])(`reads few rows for a page of a seller's %s of ${ROWS}`, async (_name, { with: withValues }, values) => {
  const scans = await scansOf(withValues(...values).query.text, values);

  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  expect(readBy(scans)).toBeLessThan(ROWS_READ_MAX);
});

it.each<[string, Parameters<typeof batchStatement>, unknown[]]>([
  ['all orders', ['all', []], []],
  ['orders of a buyer', ['all', ['userId']], [BUYER]],
  ['orders by payment', ['all', ['paymentStatus']], ['refunded']],
  ['orders by both states', ['all', ['paymentStatus', 'fulfillmentStatus']], ['approved', 'returned']],
  ['orders of a time', ['all', ['createdFrom', 'createdBefore']], [AT, BEFORE]],
  ['orders with a word that nobody has', ['all', ['searchPattern']], ['%nobody has this%']],
  ['orders by e-mail with a word', ['all', ['searchPattern', 'email']], ['%rare%', 'rare@demo.example']],
  ['orders changed since', ['all', ['updatedSince']], [FIRST]],
  ['orders of a seller', ['sellers', []], [SELLER]],
  ['orders of a seller by payment', ['sellers', ['paymentStatus']], [SELLER, 'pending']],
])(`reads few rows for a batch of %s of ${ROWS}`, async (_name, wanted, given) => {
  const scans = await scansOf(batchStatement(...wanted).text, [...given, ...startOf(wanted[1])]);

  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  expect(readBy(scans)).toBeLessThan(BATCH_ROWS_READ_MAX);
});

describeOrderExports(() => ({ service, seller: SELLER, buyer: BUYER }));

it(`reads few rows to find the unpaid ones among ${ROWS} orders`, async () => {
  const scans = await scansOf(UNPAID.with(AT, AT, LIMIT).query.text, [AT, AT, LIMIT]);

  expect(scans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  expect(scans[0]!['Actual Rows']).toBe(LIMIT);
  expect(readBy(scans)).toBeLessThan(ROWS_READ_MAX);
});

it('finds those that hold a use of a coupon by an index of them alone', async () => {
  const values = [AT, AT, LIMIT, AT];
  const { text } = HOLDING.with(...values).query;
  const { rows } = await service.database.query(`explain (format json) ${text}`, values);
  expect(JSON.stringify(rows)).toContain('customer_order_holding');
});

it('finds the notices of a first charge by an index', async () => {
  const charge = { provider: 'asaas', provider_payment_id: '1' };
  const { text } = SAVE_FIRST_CHARGE.with(charge).query;
  const { rows } = await service.database.query(`explain (format json) ${text}`, [charge]);

  const scans = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) => node['Relation Name'] === 'payment_notice');
  expect(scans.map((node) => node['Node Type'])).toContain('Index Scan');
  expect(scans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
});

const counted = () => eventually(async () => expect(await noted()).toBe(0), { deadlineMs: COUNTED_WITHIN_MS });
const noted = async () =>
  (await service.database.query('select count(*)::int as notes from order_count_change')).rows[0].notes;

it.each<[string, OrderConditions, number]>([
  ['all orders', {}, 36_000],
  ['orders by payment', { paymentStatus: 'approved' }, 36_000],
  [
    'orders of two weeks',
    { createdFrom: new Date('2026-02-01T03:00:00Z'), createdBefore: new Date('2026-02-15T03:00:00Z') },
    15_000,
  ],
  ['orders beyond the last', {}, ROWS],
])(
  `reads a day's rows at most for a deep page of %s of ${ROWS}, and those of a plain one`,
  async (_name, wanted, skip) => {
    await counted();
    const names = Object.keys(wanted) as ConditionName[];
    const given = [...Object.values(wanted), LIMIT];
    const days = orderCounts.of(wanted)!.days!;
    const values = [...given, skip, ...days.values];
    const { rows, byDays } = ORDERS.statementsBy(names);
    const deep = byDays(days).with().query.text;
    const plain = rows.with().query.text;
    const positions = async (text: string, parameters: readonly unknown[]) =>
      (await service.database.query(text, [...parameters])).rows.map(({ position }) => position);

    expect(await positions(deep, values)).toEqual(await positions(plain, [...given, ...startOf(names), skip]));
    expect(await rowsRead(deep, values)).toBeLessThan(DEEP_ROWS_READ_MAX);
  },
);

describe('the number of orders', () => {
  const [from, before] = [new Date('2026-02-01T03:00:00Z'), new Date('2026-02-03T03:00:00Z')];
  const FILTERS: [string, CountedBy, string][] = [
    ['all', {}, 'true'],
    ['by payment', { paymentStatus: 'approved' }, `payment_status = 'approved'`],
    ['by fulfillment', { fulfillmentStatus: 'returned' }, `fulfillment_status = 'returned'`],
    ['of two days', { createdFrom: from, createdBefore: before }, PERIOD],
    [
      'of one day by both states',
      { createdFrom: from, createdBefore: before, paymentStatus: 'approved', fulfillmentStatus: 'delivered' },
      `${PERIOD} and payment_status = 'approved' and fulfillment_status = 'delivered'`,
    ],
  ];

  it.each(FILTERS)('%s is told exactly, also while they change, and from few rows', async (_name, requested, where) => {
    await counted();
    const names = Object.keys(requested) as (keyof CountedBy)[];
    const values = Object.values(requested).map((value) => (value instanceof Date ? saoPauloDay(value) : value));
    const { text } = sumOf(names).with().query;
    // In one snapshot, so that neither the job nor concurrent changes matter.
    const compared = `select (${text}) - (select count(*) from customer_order where ${where}) as d`;
    const difference = async () => (await service.database.query(compared, values)).rows[0].d;
    const changes = Array.from({ length: 5 }, (_, turn) =>
      service.database.query(
        `update customer_order set payment_status = $1, fulfillment_status = $2 where order_number % 977 = $3`,
        [turn % 2 ? 'refunded' : 'approved', turn % 2 ? 'returned' : 'delivered', turn],
      ),
    );

    for (let check = 0; check < 5; check += 1) expect(Number(await difference())).toBe(0);
    await Promise.all(changes);
    expect(Number(await difference())).toBe(0);
    await counted();

    expect(await rowsRead(text, values)).toBeLessThan(COUNT_ROWS_MAX);
  });
});
