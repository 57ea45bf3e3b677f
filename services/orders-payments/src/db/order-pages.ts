import { SAO_PAULO } from '@estampa/kernel/days';
import { type Page, readableOf, reached, TOTAL_COUNTED_MAX, totalByCount, totalByPage } from '@estampa/kernel/page';
import { integer, text } from '@estampa/kit/postgres/columns';
import { cutByIndex, cutBySearch, LATEST_CHANGE_LAST, NEWEST_FIRST } from '@estampa/kit/postgres/page-cuts';
import { type Listed, listedPage } from '@estampa/kit/postgres/paged-list';
import { nextCursorOf } from '@estampa/kit/postgres/scan';
import { type Query, run, type Statement, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type CountedBy, countedBy, countedDays, isCounted, orderCounts } from './order-count-repository.ts';
import { type OrderParts, PARTS, PARTS_COLUMNS } from './order-parts.ts';

/** The condition of each filter; `?` is its parameter. */
export const CONDITIONS = {
  userId: 'user_id = ?',
  paymentStatus: 'payment_status = ?',
  fulfillmentStatus: 'fulfillment_status = ?',
  searchPattern: 'search_text like ?',
  email: 'lower(email) = ?',
  createdFrom: 'created_at >= ?',
  createdBefore: 'created_at < ?',
  updatedSince: 'updated_at >= ?',
} as const;

export type ConditionName = keyof typeof CONDITIONS;
type Name = ConditionName;
export type OrderConditions = { [N in Name]?: string | Date | undefined };

/** An order of a page, and its place in the order of the list. */
export type ListedOrder = OrderParts & { position: string };

/** From here on it is cheaper to add up the days than to pass over their orders. */
const DEEP_SKIP = 10_000;

/**
 * A page of the orders that match all filters, as they are shown: newest first, or the latest change last. The total is exact where counts
 * are kept or no more than 10,000 match.
 */
export async function listOrders(
  em: EntityManager,
  requested: OrderConditions,
  page: Page,
): Promise<Listed<ListedOrder>> {
  const { names, values } = said(requested);
  const query = pageQuery(requested, page);
  if (isCounted(requested)) {
    // Days that are passed over by their counts are not read.
    const read = isDeep(requested, page) ? { ...page, skip: 0 } : page;
    return listedPage(em, read, query, orderCounts.query(requested), true);
  }
  const count = cached(COUNTS, names, () => countOf(names)).with(...values);
  if (!requested.searchPattern) return listedPage(em, page, query, count);
  // Matches of words are not counted twice: a page of few of them says how many there are.
  const rows = reached(page, await run(em, query));
  const total = totalByPage(page, rows.length) ?? totalByCount(page, rows.length, await countSearched(em, count));
  return { rows, total, nextCursor: nextCursorOf(page, rows) };
}

/** So long nothing is counted that more than are counted had: to find that out for each page would cost more than the page. */
const FREQUENT_FOR_MS = 60_000;
const FREQUENT_MAX = 1_000;
const frequent = new Map<string, number>();

async function countSearched(em: EntityManager, count: Query<{ count: number }>): Promise<number> {
  const { name, values } = count.query;
  const key = JSON.stringify([name, values]);
  const now = performance.now();
  if ((frequent.get(key) ?? 0) > now) return TOTAL_COUNTED_MAX + 1;
  const counted = (await run(em, count))[0]!.count;
  frequent.delete(key);
  if (counted > TOTAL_COUNTED_MAX) frequent.set(key, now + FREQUENT_FOR_MS);
  for (const oldest of frequent.keys()) {
    if (frequent.size <= FREQUENT_MAX) break;
    frequent.delete(oldest);
  }
  return counted;
}

function pageQuery(requested: OrderConditions, page: Page): Query<ListedOrder> {
  const { names, values } = said(requested);
  if (isDeep(requested, page)) {
    const days = countedBy(requested);
    const deep = cached(PAGES, ['deep', ...names], () => deepPageOf(names, days.names));
    return deep.with(...values, page.limit, page.skip, ...days.values);
  }
  const { limit, skip, after } = readableOf(page);
  return after
    ? cached(PAGES, ['after', ...names], () => pageOf(names, 'after')).with(...values, limit, skip, after.at, after.id)
    : cached(PAGES, names, () => pageOf(names)).with(...values, limit, skip);
}

const isDeep = (requested: OrderConditions, { skip, after }: Page): requested is CountedBy =>
  !after && skip >= DEEP_SKIP && isCounted(requested);

function said(requested: OrderConditions): { names: Name[]; values: unknown[] } {
  const names = (Object.keys(CONDITIONS) as Name[]).filter((name) => requested[name] !== undefined);
  return { names, values: names.map((name) => requested[name]) };
}

/** One statement for each set of filters, so that each is planned with the index that fits it. */
const LISTED = { ...PARTS_COLUMNS, position: text };
const PAGES = new Map<string, Statement<typeof LISTED>>();
const COUNTS = new Map<string, Statement<{ count: typeof integer }>>();

function cached<S>(known: Map<string, S>, names: readonly string[], make: () => S): S {
  const key = names.join();
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

const conditions = (names: readonly Name[]): string[] =>
  names.map((name, index) => CONDITIONS[name].replace('?', `$${index + 1}`));

const orderOf = (names: readonly Name[]) => (names.includes('updatedSince') ? LATEST_CHANGE_LAST : NEWEST_FIRST);

/** The parameters are those of the filters, limit and skip, then the position that the page is after. */
export function pageOf(names: readonly Name[], begin?: 'after') {
  const { at, beyond } = orderOf(names);
  const place = names.length + 3;
  const from = begin ? [`(${at}, id) ${beyond} ($${place}::timestamptz, $${place + 1}::uuid)`] : [];
  const searched = names.indexOf('searchPattern');
  const all = conditions(names);
  if (searched === -1) return pageFrom(names, cutByIndex(cut(names, [...all, ...from])));
  return pageFrom(names, cutBySearch(cut(names, [...all.toSpliced(searched, 1), ...from]), all[searched]!));
}

const cut = (names: readonly Name[], matching: readonly string[], skip = `$${names.length + 2}`) => ({
  table: 'customer_order',
  order: orderOf(names),
  conditions: matching,
  limit: `$${names.length + 1}`,
  skip,
});

const pageFrom = (names: readonly Name[], page: string) =>
  statement(
    `with ${page}
     select ${PARTS}, o.${orderOf(names).at}::text || ' ' || o.id as position
     from page join customer_order as o on o.id = page.id ${orderOf(names).sort('o.')}`,
    LISTED,
  );

/** Passes over whole days by their counts, and over orders within one day only. The days' filters are the last parameters. */
export function deepPageOf(names: readonly Name[], dayNames: Parameters<typeof countedDays>[0]) {
  const skip = `$${names.length + 2}::bigint`;
  return pageFrom(
    names,
    `passed as (select day, sum(orders) over (order by day desc) as through, orders
       from (${countedDays(dayNames, names.length + 3)}) as counted),
     first_day as materialized (
       select day, (${skip} - (through - orders))::bigint as skip from passed where through > ${skip} order by day desc limit 1),
     ${cutByIndex(cut(names, [...conditions(names), BEFORE_FIRST_DAY_ENDS], '(select skip from first_day)'))}`,
  );
}

const BEFORE_FIRST_DAY_ENDS = `created_at < (select (day + 1)::timestamp at time zone '${SAO_PAULO}' from first_day)`;

const countOf = (names: readonly Name[]) =>
  statement(
    `select count(*) as count from (
       select from customer_order where ${conditions(names).join(' and ') || 'true'} limit ${TOTAL_COUNTED_MAX + 1}) as counted`,
    { count: integer },
  );
