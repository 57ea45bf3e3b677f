import { type Position, toCursor } from '@estampa/kernel/cursor';
import { LOWEST_ID } from '@estampa/kernel/ids';
import type { ListPage } from '@estampa/kernel/page';
import type { EntityManager } from '@mikro-orm/postgresql';
import { boolean, type Columns, nullable, type RowOf, text } from './columns.ts';
import { statement } from './statement.ts';

/** A scan reads a long list in batches, in the order of a timestamp and an id, without a transaction that outlives a batch. */

/** Rows of one batch. */
const BATCH_ROWS = 200;
/** Rows that one batch reads to find them: where few match it is shorter, or empty, and the scan continues. */
export const BATCH_READS = 2_000;
/** How many rows a batch has to read for its own, with these conditions that its index knows nothing of. */
export const readsFor = (conditions: readonly string[]): number => (conditions.length === 0 ? BATCH_ROWS : BATCH_READS);
/** A scan lets go of its call after this, and continues in another: connections end, and replicas are replaced. */
const CALL_MS = 60_000;

/** Before the first row, newest first and oldest first. */
export const BEFORE_NEWEST: Position = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
export const BEFORE_OLDEST: Position = { at: '-infinity', id: LOWEST_ID };

/** `cursor` continues the scan; null in its last batch. */
export type Batch<Row> = { rows: Row[]; cursor: string | null };

export function positionOf(cursor: string): Position {
  const space = cursor.lastIndexOf(' ');
  return { at: cursor.slice(0, space), id: cursor.slice(space + 1) };
}

/** What continues a page; none when it was not full, as nothing comes after it. */
export const nextCursorOf = (
  { limit, mark }: Pick<ListPage, 'limit' | 'mark'>,
  page: readonly { position: string }[],
): string | undefined => (page.length === limit ? toCursor(positionOf(page.at(-1)!.position), mark) : undefined);

type Scan<C extends Columns> = {
  /**
   * As many rows as `readsFor` says in order, from an index in that order: `id`, the timestamp `at`, and whether the row `matches` what that
   * index knows nothing of.
   */
  read: string;
  isNewestFirst: boolean;
  /** The select list for a matching row and where it comes from; its id is `page.id`. */
  selected: string;
  from: string;
  columns: C;
};

/** One prepared statement that finds a batch and where the next one begins. */
export function scanStatement<C extends Columns>({ read, isNewestFirst, selected, from, columns }: Scan<C>) {
  const [forth, back] = isNewestFirst ? ['desc', 'asc'] : ['asc', 'desc'];
  const lastOf = (rows: string) =>
    `(select at::text || ' ' || id from ${rows} order by at ${back}, id ${back} limit 1)`;
  const batch = statement(
    `with seen as materialized (${read}),
     page as materialized (select id, at from seen where matches order by at ${forth}, id ${forth} limit ${BATCH_ROWS}),
     stop as (select case
       when (select count(*) from page) = ${BATCH_ROWS} then ${lastOf('page')}
       when (select count(*) from seen) = ${BATCH_READS} then ${lastOf('seen')} end as cursor)
     select stop.cursor, found.*, found.sorted_id is not null as "isFound"
     from stop left join (
       select ${selected}, page.at as sorted_at, page.id as sorted_id from page join ${from}) as found on true
     order by found.sorted_at ${forth}, found.sorted_id ${forth}`,
    { cursor: nullable(text), isFound: boolean, ...allNullable(columns) },
  );
  return {
    text: batch.with().query.text,
    async find(em: EntityManager, values: readonly unknown[], { at, id }: Position): Promise<Batch<RowOf<C>>> {
      const found = await batch.all(em, [...values, at, id]);
      const rows = found.filter(({ isFound }) => isFound) as unknown as RowOf<C>[];
      return { rows, cursor: found[0]!.cursor };
    },
  };
}

const allNullable = (columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, nullable(column)]));

/** All batches from a position on, or those of one call: unless the cursor of the last one is null, another call continues. */
export async function* batchesFrom<Row>(
  start: Position,
  find: (position: Position) => Promise<Batch<Row>>,
): AsyncGenerator<Batch<Row>> {
  const until = performance.now() + CALL_MS;
  for (let position = start; ;) {
    const batch = await find(position);
    yield batch;
    if (batch.cursor === null || performance.now() >= until) return;
    position = positionOf(batch.cursor);
  }
}
