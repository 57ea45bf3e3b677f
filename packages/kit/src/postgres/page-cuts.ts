import { SAO_PAULO } from '@estampa/kernel/days';
import { LIST_LIMIT_MAX, TOTAL_COUNTED_MAX } from '@estampa/kernel/page';

/** Where the ids of a page come from: a query called `page`, for the beginning of a statement. */
type Cut = {
  table: string;
  /** Newest first, or the latest change last. */
  order: Order;
  conditions: readonly string[];
  limit: string;
  skip: string;
};

/** In order of a timestamp and the id, for each of which a table has an index. */
export type Order = { at: string; beyond: '<' | '>'; sort(alias?: string): string };

const ordered = (at: string, direction: 'asc' | 'desc'): Order => ({
  at,
  beyond: direction === 'desc' ? '<' : '>',
  sort: (alias = '') => `order by ${alias}${at} ${direction}, ${alias}id ${direction}`,
});
export const NEWEST_FIRST = ordered('created_at', 'desc');
/** Clients that poll for changes continue from the last one. */
export const LATEST_CHANGE_LAST = ordered('updated_at', 'asc');

const where = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;

/** The page comes from an index only, so that rows that are passed over are not read. */
export const cutByIndex = ({ table, order, conditions, limit, skip }: Cut): string => `
  page as materialized (
    select id from ${table} ${where(conditions)} ${order.sort()} limit ${limit} offset ${skip})`;

/**
 * The same of a page that passes over nothing. PostgreSQL plans a statement once only where that plan seems as cheap as those for given values,
 * and it takes a page of unknown length for a tenth of all rows: so it is told how long pages are at most.
 */
export const cutAtStart = ({ table, order, conditions, limit }: Omit<Cut, 'skip'>): string => `
  page as materialized (
    select id from (
      select id from ${table} ${where(conditions)} ${order.sort()} limit ${LIST_LIMIT_MAX}) as longest limit ${limit})`;

/** Newest first: passes over whole days by how many rows each has, `counted`, and over rows within one day only. */
export function cutByDays(cut: Cut, days: string): string {
  const skip = `${cut.skip}::bigint`;
  const beforeItEnds = `created_at < (select (day + 1)::timestamp at time zone '${SAO_PAULO}' from first_day)`;
  const conditions = [...cut.conditions, beforeItEnds];
  return `
    passed as (select day, sum(counted) over (order by day desc) as through, counted from (${days}) as by_day),
    first_day as materialized (
      select day, (${skip} - (through - counted))::bigint as skip from passed where through > ${skip} order by day desc limit 1),
    ${cutByIndex({ ...cut, conditions, skip: '(select skip from first_day)' })}`;
}

/** How many of the first rows are searched directly at most, until the page is full, before the search index is used. */
const NEAR = 1_000;
/** The same where the first rows have half of a page: then these many have the rest of it, unless matches become rarer. */
const FURTHER = 5 * NEAR;

/**
 * No index finds words in order of time. A frequent word fills the page from the first rows; of a rare one all matches are read, as many as are
 * counted at most. One that has more, but not among the first rows, is looked for in order of time. The decision is not left to the planner's
 * statistics of patterns: a materialized query is planned as if all of it were read, so it uses the search index, and yet is read no further
 * than its limit.
 */
export const cutBySearch = ({ table, order, conditions, limit, skip }: Cut, pattern: string): string => {
  const needed = `${limit}::bigint + ${skip}::bigint`;
  const first = (rows: number, further: readonly string[] = []) => `
    select id, ${order.at} from (
      select id, ${order.at}, ${pattern} as matches from ${table} ${where([...conditions, ...further])} ${order.sort()} limit ${rows}) as first_rows
    where matches ${order.sort()} limit ${needed}`;
  return `
  near as materialized (${first(NEAR)}),
  tried as materialized (
    select count(*) = ${needed} as is_full, 2 * count(*) >= ${needed} and count(*) < ${needed} as is_dense from near),
  further as materialized (${first(FURTHER, ['(select is_dense from tried)'])}),
  filled as materialized (select is_full or (select count(*) = ${needed} from further) as by_near from tried),
  matching as materialized (
    select id, ${order.at} from ${table} ${where([...conditions, pattern])} and not (select by_near from filled)),
  found as materialized (select id, ${order.at} from matching limit ${TOTAL_COUNTED_MAX + 1}),
  cut as materialized (select count(*) > ${TOTAL_COUNTED_MAX} as is_short, count(*) as found from found),
  far as materialized (
    select id, ${order.at} from (
      select id, ${order.at}, ${pattern} as matches from ${table} ${where(conditions)} ${order.sort()} offset 0) as in_order
    where matches and (select is_short from cut) limit ${needed}),
  page as materialized (
    select id from (
      select id, ${order.at} from near where (select is_full from tried)
      union all select id, ${order.at} from further where (select by_near from filled)
      union all select id, ${order.at} from found where not (select is_short from cut)
      union all select id, ${order.at} from far
    ) as all_of_them ${order.sort()} limit ${limit}::bigint offset ${skip}::bigint)`;
};

/** How many rows a search has, where all of them were found. */
export const FOUND_BY_SEARCH = `(select case when not by_near then found end from filled, cut)`;
