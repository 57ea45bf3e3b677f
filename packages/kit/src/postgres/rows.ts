import { type Column, type Columns, list, type RowOf } from './columns.ts';

/** A table's columns as SQL and TypeScript both need them: `{ id: uuid, createdAt: timestamp }` is `id` and `created_at`. */

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `id, created_at` */
export const columnNames = (columns: Columns): string => Object.keys(columns).map(snakeCase).join(', ');

/** `o.id as "id", o.created_at as "createdAt"` */
export const selected = (columns: Columns, alias: string): string =>
  Object.keys(columns)
    .map((name) => `${alias}.${snakeCase(name)} as "${name}"`)
    .join(', ');

/** `p.created_at, p.id`: a table's columns where another one has columns of the same names. */
export const qualified = (alias: string, columns: Columns): string =>
  Object.keys(columns)
    .map((name) => `${alias}.${snakeCase(name)}`)
    .join(', ');

/** `created_at = excluded.created_at`: what an update takes over. */
export const takenFrom = (source: string, columns: Columns): string =>
  Object.keys(columns)
    .map(snakeCase)
    .map((name) => `${name} = ${source}.${name}`)
    .join(', ');

/** `stored.id = given.id` of the named columns. */
export const equalIn = (one: string, other: string, names: readonly string[]): string =>
  names
    .map(snakeCase)
    .map((name) => `${one}.${name} = ${other}.${name}`)
    .join(' and ');

/** One row of a table that is at hand, inside a row of another. */
export const asJson = (columns: Columns, alias: string): string =>
  `(select row_to_json(one) from (select ${selected(columns, alias)}) as one)`;

/** All rows that `from` finds, as `alias`, inside a row of another table. */
export const listedAsJson = (columns: Columns, alias: string, from: string): string =>
  jsonList(`select ${selected(columns, alias)} from ${from}`);

/** The same of any query. */
export const jsonList = (query: string): string => `(select coalesce(json_agg(one), '[]') from (${query}) as one)`;

/**
 * What `asJson` selected, checked and converted where it is: it was parsed for this alone, and an object that gets its members one by one costs
 * more than the checks do.
 */
export const row = <C extends Columns>(columns: C): Column<RowOf<C>> => {
  const all = Object.entries(columns);
  return (value) => {
    if (typeof value !== 'object' || value === null) throw new TypeError(`is not a row but ${String(value)}`);
    const found = value as Record<string, unknown>;
    for (const [name, column] of all) {
      const decoded = column(found[name]);
      if (decoded !== found[name]) found[name] = decoded;
    }
    return found as RowOf<C>;
  };
};

/** What `listedAsJson` selected. */
export const rows = <C extends Columns>(columns: C): Column<RowOf<C>[]> => list(row(columns));

/** A row as `jsonb_populate_record` takes it, a list as `jsonb_populate_recordset` does. */
export const toRecord = (given: object): string => JSON.stringify(recordOf(given));
export const toRecords = (given: readonly object[]): string => JSON.stringify(given.map(recordOf));

const recordOf = (given: object): object =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      snakeCase(name),
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  );
