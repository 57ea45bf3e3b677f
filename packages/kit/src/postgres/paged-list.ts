import { type Page, readableOf, reached, TOTAL_COUNTED_MAX, totalByCount } from '@estampa/kernel/page';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Columns, integer, type RowOf, text } from './columns.ts';
import { cutByIndex, cutBySearch, LATEST_CHANGE_LAST, NEWEST_FIRST, type Order } from './page-cuts.ts';
import { BEFORE_NEWEST, BEFORE_OLDEST, nextCursorOf } from './scan.ts';
import { pipeline, type Query, statement } from './statement.ts';

type List<Name extends string, C extends Columns> = {
  /** Has `id` and `created_at`, and an index in order of both for each filter that leaves much. */
  table: string;
  /** The condition of each filter; `?` is its parameter. */
  conditions: Readonly<Record<Name, string>>;
  /** The filter by which the latest change, `updated_at`, comes last; else the newest comes first. */
  changedSince?: NoInfer<Name>;
  /** The filter by words, which no index finds in order of time. */
  searched?: NoInfer<Name>;
  /** The select list for a row `r` of the table, and what is joined to it. */
  selected: string;
  joined?: string;
  columns: C;
};

type Filter<Name extends string> = Partial<Readonly<Record<Name, unknown>>>;

/** A page of a list, how many there are on all pages, and what continues it. */
export type Listed<Row> = { rows: Row[]; total: number; nextCursor: string | undefined };

/** A page whose rows are read as `readableOf` says, and what is counted of all, so far or exactly, in one round trip. */
export async function listedPage<Row extends { position: string }>(
  em: EntityManager,
  page: Page,
  requested: Query<Row>,
  counting: Query<{ count: number }>,
  isExact = false,
): Promise<Listed<Row>> {
  const [found, [counted]] = await pipeline(em, requested, counting);
  const rows = reached(page, found);
  const { count } = counted!;
  const total = isExact ? count : totalByCount(page, rows.length, count);
  return { rows, total, nextCursor: nextCursorOf(page, rows) };
}

/** Pages of a long list: what is passed over or before the cursor costs at most an index, and matches are counted so far. */
export function pagedList<Name extends string, C extends Columns>(list: List<Name, C>) {
  const known = new Map<string, ReturnType<typeof statementsOf<Name, C>>>();
  /** One pair for each set of filters, so that each is planned with the index that fits it. */
  const statementsBy = (names: readonly Name[]) => {
    const statements = known.get(names.join()) ?? statementsOf(list, names);
    known.set(names.join(), statements);
    return statements;
  };
  const given = (filter: Filter<Name>) => {
    const names = (Object.keys(list.conditions) as Name[]).filter((name) => filter[name] !== undefined);
    return { ...statementsBy(names), names, values: names.map((name) => filter[name]) };
  };
  const pageQuery = (filter: Filter<Name>, requested: Page) => {
    const { rows, names, values } = given(filter);
    const { skip, limit, after } = readableOf(requested);
    const { at, id } = after ?? (orderOf(list, names) === NEWEST_FIRST ? BEFORE_NEWEST : BEFORE_OLDEST);
    return rows.with(...values, limit, skip, at, id) as Query<RowOf<C> & { position: string }>;
  };
  return {
    /** A page of the rows that match all filters, for `listedPage`. */
    pageQuery,

    /** The same with what was counted. */
    find: (em: EntityManager, filter: Filter<Name>, page: Page): Promise<Listed<RowOf<C> & { position: string }>> => {
      const { count, values } = given(filter);
      return listedPage(em, page, pageQuery(filter, page), count.with(...values));
    },

    /** For tests of their plans. */
    statementsBy,
  };
}

/** The parameters are those of the filters, limit and skip, then the position that the page is after. */
function statementsOf<Name extends string, C extends Columns>(list: List<Name, C>, names: readonly Name[]) {
  const { table, conditions, selected, joined = '', columns } = list;
  const order = orderOf(list, names);
  const conditionOf = (name: Name) => conditions[name].replaceAll('?', `$${names.indexOf(name) + 1}`);
  const [limit, skip, at, id] = [1, 2, 3, 4].map((place) => `$${names.length + place}`);
  const after = `(${order.at}, id) ${order.beyond} (${at}::timestamptz, ${id}::uuid)`;
  const searched = list.searched !== undefined && names.includes(list.searched) ? list.searched : undefined;
  const matching = names.filter((name) => name !== searched).map(conditionOf);
  const cut = { table, order, conditions: [...matching, after], limit: limit!, skip: skip! };
  return {
    rows: statement(
      `with ${searched === undefined ? cutByIndex(cut) : cutBySearch(cut, conditionOf(searched))}
       select ${selected}, r.${order.at}::text || ' ' || r.id as position
       from page join ${table} as r on r.id = page.id ${joined} ${order.sort('r.')}`,
      { ...columns, position: text },
    ),
    count: statement(
      `select count(*) as count from (
         select from ${table} where ${names.map(conditionOf).join(' and ') || 'true'} limit ${TOTAL_COUNTED_MAX + 1}) as counted`,
      { count: integer },
    ),
  };
}

const orderOf = <Name extends string>({ changedSince }: { changedSince?: Name }, names: readonly Name[]): Order =>
  changedSince !== undefined && names.includes(changedSince) ? LATEST_CHANGE_LAST : NEWEST_FIRST;
