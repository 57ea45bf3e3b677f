import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import type { Column, Columns, RowOf } from './columns.ts';
import type { NamedQuery, Reads } from './queries.ts';
import { sendPipelined, transactionOf } from './transaction.ts';

export type { Reads };

/**
 * One SQL text of a hot path, prepared once per connection and typed by what its columns are checked to be. MikroORM writes
 * every value into the text, so each of its queries is parsed and planned anew; this costs a tenth. Works in a transaction
 * and outside one, and behind PgBouncer 1.21 or newer in transaction mode. It does not flush the entity manager.
 */
export type Statement<C extends Columns> = {
  /** All rows; `$1` takes the first value. */
  all(em: Reads, values: readonly unknown[]): Promise<RowOf<C>[]>;
  /** The first row. */
  first(em: Reads, values: readonly unknown[]): Promise<RowOf<C> | undefined>;
  /** The statement with its values, for a pipeline. */
  with(...values: readonly unknown[]): Query<RowOf<C>>;
  /** A write that goes out with the commit, in one round trip with all others that do; it returns no rows. */
  onCommit(tx: EntityManager, values: readonly unknown[]): void;
};

/** A statement with its values. */
export type Query<Row> = { query: NamedQuery; decode: (row: Record<string, unknown>) => Row };

/** Every selected column needs its type here: one that is missing or of another type fails at the first row. */
export function statement<C extends Columns>(text: string, columns: C): Statement<C> {
  // The same text has the same name in every process, and two texts never share one.
  const name = `s_${createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARACTERS)}`;
  const names = Object.keys(columns);
  const decode = (row: Record<string, unknown>): RowOf<C> => {
    const decoded: Record<string, unknown> = {};
    for (const column of names) decoded[column] = decodeColumn(columns[column]!, column, row[column]);
    return decoded as RowOf<C>;
  };
  const requested = (values: readonly unknown[]): Query<RowOf<C>> => ({
    query: { name, text, values, types: pg.types },
    decode,
  });
  const all = async (em: Reads, values: readonly unknown[]) => (await pipeline(em, requested(values)))[0];
  return {
    all,
    first: async (em, values) => (await all(em, values))[0],
    with: (...values) => requested(values),
    onCommit: (tx, values) => transactionOf(tx).onCommit(requested(values).query),
  };
}

/** One round trip for one of them; its rows. */
export const run = async <Row>(em: Reads, { query, decode }: Query<Row>): Promise<Row[]> => {
  const [rows = []] = await sendPipelined(em, [query]);
  return rows.map(decode);
};

/**
 * A parameter that is an array, of whose length the planner makes nothing. It plans a statement with a plain one anew for each call,
 * since a list of one costs less than the ten it takes a list of unknown length for; that costs more than running it.
 */
export const listOf = (parameter: string): string => `array(select unnest(${parameter}))`;

export type RowsOf<A extends readonly Query<unknown>[]> = {
  [Index in keyof A]: A[Index] extends Query<infer R> ? R[] : never;
};

/** One round trip for all of them, in this order, each seeing what those before it wrote; the rows of each. */
export async function pipeline<A extends readonly Query<unknown>[]>(em: Reads, ...requested: A): Promise<RowsOf<A>> {
  const all = await sendPipelined(
    em,
    requested.map(({ query }) => query),
  );
  return all.map((rows, index) => rows.map(requested[index]!.decode)) as RowsOf<A>;
}

const NAME_CHARACTERS = 24;

function decodeColumn<T>(column: Column<T>, name: string, value: unknown): T {
  try {
    return column(value);
  } catch (error) {
    throw new Error(`column "${name}" ${(error as Error).message}`, { cause: error });
  }
}
