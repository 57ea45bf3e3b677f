import { type ListPage, readableOf, reached, TOTAL_COUNTED_MAX, totalByCount, totalByPage } from '@estampa/kernel/page';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Columns, integer, nullable, type RowOf, text } from './columns.ts';
import { countSoFar, type Counting, isLong, noted } from './counts-so-far.ts';
import {
  cutAtStart,
  cutByDays,
  cutByIndex,
  cutBySearch,
  FOUND_BY_SEARCH,
  LATEST_CHANGE_LAST,
  NEWEST_FIRST,
  type Order,
} from './page-cuts.ts';
import { BEFORE_NEWEST, BEFORE_OLDEST, nextCursorOf } from './scan.ts';
import { pipeline, type Query, type Reads, run, type Statement, statement } from './statement.ts';

export type { Counting };

type List<Name extends string, C extends Columns> = {
  /** Has `id` and `created_at`, and an index in order of both for each filter that leaves much. */
  table: string;
  /** The condition of each filter; `?` is its parameter, if it has any. */
  conditions: Readonly<Record<Name, string>>;
  /** The filter by which the latest change, `updated_at`, comes last; else the newest comes first. */
  changedSince?: NoInfer<Name>;
  /** The filter by words, which no index finds in order of time. */
  searched?: NoInfer<Name>;
  /** What is kept of how many rows match some filters; undefined for others. */
  counted?: (filter: Filter<NoInfer<Name>>) => Counted | undefined;
  /** The select list for a row of the table, and what is joined to it; `as` is its name there, `r` where none is given. */
  selected: string;
  as?: string;
  joined?: string;
  columns: C;
};

type Filter<Name extends string> = Partial<Readonly<Record<Name, unknown>>>;

export type Counted = {
  /** The exact number of rows. */
  total: Query<{ count: number }>;
  /** The query for how many rows, `counted`, each `day` has; its parameters begin at a place. The same filters have the same query. */
  days?: { query(place: number): string; values: readonly unknown[] };
};

/** A page of a list, how many there are on all pages, and what continues it. */
export type Listed<Row> = { rows: Row[]; total: number; nextCursor: string | undefined };

/**
 * A page whose rows are read as `readableOf` says, and what is counted of all, so far or exactly, in one round trip. What is known as long
 * is counted again only where a page is not full, so that who pages until `total` ends where the list does.
 */
export async function listedPage<Row extends { position: string }>(
  em: Reads,
  page: ListPage,
  requested: Query<Row>,
  counting: Counting,
  isExact = false,
): Promise<Listed<Row>> {
  if (!isExact && isLong(counting)) {
    const rows = reached(page, await run(em, requested));
    const isFull = rows.length === page.limit;
    return listedOf(page, rows, isFull ? TOTAL_COUNTED_MAX + 1 : await countSoFar(em, counting));
  }
  const [found, [counted]] = await pipeline(em, requested, counting);
  const rows = reached(page, found);
  const { count } = counted!;
  if (!isExact) return listedOf(page, rows, noted(counting, count));
  return { rows, total: count, nextCursor: nextCursorOf(page, rows) };
}

const listedOf = <Row extends { position: string }>(page: ListPage, rows: Row[], counted: number): Listed<Row> => ({
  rows,
  total: totalByCount(page, rows.length, counted),
  nextCursor: nextCursorOf(page, rows),
});

/** From here on it is cheaper to add up days than to pass over their rows. */
const DEEP_SKIP = 10_000;

/** Pages of a long list: what is passed over or before the cursor costs at most an index, and matches are counted so far. */
export function pagedList<Name extends string, C extends Columns>(list: List<Name, C>) {
  type Row = RowOf<C> & { position: string };
  type Statements = ReturnType<typeof statementsOf<Name, C>>;
  const known = new Map<string, Statements>();
  /** Those of each set of filters, so that each is planned with the index that fits it. */
  const statementsBy = (names: readonly Name[]): Statements => {
    const statements = known.get(names.join()) ?? statementsOf(list, names);
    known.set(names.join(), statements);
    return statements;
  };
  const given = (filter: Filter<Name>) => {
    const names = (Object.keys(list.conditions) as Name[]).filter((name) => filter[name] !== undefined);
    const values = withParameter(list, names).map((name) => filter[name]);
    return { ...statementsBy(names), names, values };
  };
  const pageQuery = (filter: Filter<Name>, page: ListPage): Query<Row> => {
    const { rows, first, names, values } = given(filter);
    const { skip, limit, after } = readableOf(page);
    const { at, id } = after ?? (orderOf(list, names) === NEWEST_FIRST ? BEFORE_NEWEST : BEFORE_OLDEST);
    const query =
      first && skip === 0 ? first.with(...values, limit, at, id) : rows.with(...values, limit, at, id, skip);
    return query as Query<unknown> as Query<Row>;
  };

  /** Words that match are not counted twice: few of them are counted by the page. */
  async function search(em: EntityManager, filter: Filter<Name>, page: ListPage): Promise<Listed<Row>> {
    const found = reached(page, await run(em, pageQuery(filter, page) as Query<Row & { found: number | null }>));
    const byPage = totalByPage(page, found.length) ?? (page.after ? undefined : found[0]?.found);
    const { count, values } = given(filter);
    const counting = count.with(...values);
    const counted = byPage ?? (isLong(counting) ? TOTAL_COUNTED_MAX + 1 : await countSoFar(em, counting));
    const { total, nextCursor } = listedOf(page, found, counted);
    return { rows: found.map(({ found: _found, ...row }) => row as Row), total, nextCursor };
  }

  /** A page of the rows that match all filters. The total is exact where counts are kept, or no more than 10,000 match. */
  async function find(em: EntityManager, filter: Filter<Name>, page: ListPage): Promise<Listed<Row>> {
    if (list.searched !== undefined && filter[list.searched] !== undefined) return search(em, filter, page);
    const { count, byDays, values } = given(filter);
    const counted = list.counted?.(filter);
    if (!counted) return listedPage(em, page, pageQuery(filter, page), count.with(...values));
    const { total, days } = counted;
    if (!days || page.after || page.skip < DEEP_SKIP) return listedPage(em, page, pageQuery(filter, page), total, true);
    const deep = byDays(days).with(...values, page.limit, page.skip, ...days.values) as Query<unknown> as Query<Row>;
    // Days that are passed over by their counts are not read.
    return listedPage(em, { ...page, skip: 0 }, deep, total, true);
  }

  /** `statementsBy` is for tests of their plans. */
  return { find, statementsBy };
}

/**
 * The parameters are those of the filters, the limit, then the position that the page is after and how many rows are passed over there; of
 * a page by days how many rows are passed over, then what is counted.
 */
function statementsOf<Name extends string, C extends Columns>(list: List<Name, C>, names: readonly Name[]) {
  const { table, conditions, selected, as = 'r', joined = '', columns } = list;
  const order = orderOf(list, names);
  const given = withParameter(list, names);
  const conditionOf = (name: Name) => conditions[name].replaceAll('?', `$${given.indexOf(name) + 1}`);
  const placed = (place: number) => `$${given.length + place}`;
  const after = `(${order.at}, id) ${order.beyond} (${placed(2)}::timestamptz, ${placed(3)}::uuid)`;
  const searched = list.searched !== undefined && names.includes(list.searched) ? list.searched : undefined;
  const matching = names.filter((name) => name !== searched).map(conditionOf);
  const cut = { table, order, conditions: [...matching, after], limit: placed(1), skip: placed(4) };
  const pageFrom = (page: string, found = '', more: Columns = {}) =>
    statement<Columns>(
      `with ${page}
       select ${selected}, ${as}.${order.at}::text || ' ' || ${as}.id as position ${found}
       from page join ${table} as ${as} on ${as}.id = page.id ${joined} ${order.sort(`${as}.`)}`,
      { ...columns, position: text, ...more },
    );
  const all = names.map(conditionOf).join(' and ') || 'true';
  let deep: Statement<Columns> | undefined;
  return {
    rows:
      searched === undefined
        ? pageFrom(cutByIndex(cut))
        : pageFrom(cutBySearch(cut, conditionOf(searched)), `, ${FOUND_BY_SEARCH} as found`, {
            found: nullable(integer),
          }),
    // Of several filters the one that leaves least depends on their values.
    first: searched === undefined && names.length <= 1 ? pageFrom(cutAtStart(cut)) : undefined,
    byDays: ({ query }: NonNullable<Counted['days']>) =>
      (deep ??= pageFrom(cutByDays({ ...cut, conditions: matching, skip: placed(2) }, query(given.length + 3)))),
    // A search is planned as if all matches were counted, so that the search index finds them.
    count: statement(
      `with matching as ${searched === undefined ? 'not' : ''} materialized (select id from ${table} where ${all})
       select count(*) as count from (select from matching limit ${TOTAL_COUNTED_MAX + 1}) as counted`,
      { count: integer },
    ),
  };
}

const withParameter = <Name extends string>(
  { conditions }: Pick<List<Name, Columns>, 'conditions'>,
  names: readonly Name[],
) => names.filter((name) => conditions[name].includes('?'));

const orderOf = <Name extends string>({ changedSince }: { changedSince?: Name }, names: readonly Name[]): Order =>
  changedSince !== undefined && names.includes(changedSince) ? LATEST_CHANGE_LAST : NEWEST_FIRST;
