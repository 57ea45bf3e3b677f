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

/** How many of the first rows are searched directly, before the search index is used. */
const NEAR = 1_000;

/**
 * No index finds words in order of time. A frequent word fills the page from the first rows; of a rare one all matches are read, which
 * are few. The decision is not left to the planner's statistics of patterns.
 */
export const cutBySearch = ({ table, order, conditions, limit, skip }: Cut, pattern: string): string => `
  first_rows as materialized (
    select id, ${order.at}, ${pattern} as matches from ${table} ${where(conditions)} ${order.sort()} limit ${NEAR}),
  near as materialized (
    select id, ${order.at} from first_rows where matches ${order.sort()} limit ${limit}::bigint + ${skip}::bigint),
  filled as materialized (select count(*) = ${limit}::bigint + ${skip}::bigint as by_near from near),
  found as materialized (
    select id, ${order.at} from ${table} ${where([...conditions, pattern])} and not (select by_near from filled)),
  page as materialized (
    select id from (
      select id, ${order.at} from near where (select by_near from filled) union all select id, ${order.at} from found
    ) as all_of_them ${order.sort()} limit ${limit}::bigint offset ${skip}::bigint)`;
