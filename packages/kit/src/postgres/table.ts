import type { AllFields } from '@estampa/kernel/all-fields';
import { defineEntity, type EntityManager, p } from '@mikro-orm/postgresql';
import { addRow } from './insert-new.ts';
import type { Columns, RowOf, StoredColumn, StoredType } from './columns.ts';
import { columnNames, equalIn, selected, takenFrom } from './rows.ts';
import { type Statement, statement } from './statement.ts';

type StoredColumns = Readonly<Record<string, StoredColumn<unknown>>>;

/** A table as everything that touches it needs it: `type PayoutRow = RowOf<typeof payout.columns>`. */
export type Table<C extends StoredColumns> = {
  /** For statements that take columns of others too. */
  columns: C;
  /** For statements that take some of its columns: `pick('id', 'createdAt')`. */
  pick<Name extends keyof C>(...names: Name[]): Pick<C, Name>;
  /** The same rows for MikroORM, which loads, changes and saves them: `tx.find(payout.Row, { id })`. */
  Row: new () => RowOf<C>;
  /** A prepared statement that gives all columns: `select('p', 'where p.id = $1')`. */
  select(alias: string, condition: string): Statement<C>;
  /** A new row, written when the transaction is flushed. All columns are given. */
  insert(tx: EntityManager, row: AllFields<RowOf<C>>): RowOf<C>;
  /** The beginning of a statement that inserts the row which a parameter contains as `toRecord` wrote it: `insertRecord('$1')`. */
  insertRecord(parameter: string): string;
  /** The same of all rows that `toRecords` wrote. */
  insertRecords(parameter: string): string;
  /**
   * The beginning of a statement that changes some columns of one row, found by its key, to those of a record:
   * `updateRecord('$1', PROGRESS)`. In conditions that follow the row is `stored`, the record `given`.
   */
  updateRecord(parameter: string, changed: Columns): string;
};

/** Defines a table once; a column `createdAt` is stored as `created_at`. Exactly the migrations make it what it is. */
export function table<C extends StoredColumns>(name: string, columns: C): Table<C> {
  const Row = rowClass(name, columns);
  const names = columnNames(columns);
  const sameKey = equalIn(
    'stored',
    'given',
    Object.keys(columns).filter((column) => columns[column]!.stored.isKey),
  );
  const insertFrom = (source: string) => `insert into ${name} (${names}) select ${names} from ${source}`;
  return {
    columns,
    pick: (...picked) => Object.fromEntries(picked.map((column) => [column, columns[column]])) as never,
    Row,
    select: (alias, condition) =>
      statement(`select ${selected(columns, alias)} from ${name} as ${alias} ${condition}`, columns),
    insert: (tx, row) => addRow(tx, Row, row),
    insertRecord: (parameter) => insertFrom(`jsonb_populate_record(null::${name}, ${parameter})`),
    insertRecords: (parameter) => insertFrom(`jsonb_populate_recordset(null::${name}, ${parameter})`),
    updateRecord: (parameter, changed) =>
      `update ${name} as stored set ${takenFrom('given', changed)}
       from jsonb_populate_record(null::${name}, ${parameter}) as given where ${sameKey}`,
  };
}

function rowClass<C extends StoredColumns>(name: string, columns: C): new () => RowOf<C> {
  const schema = defineEntity({ name, tableName: name, properties: propertiesOf(columns) });
  // MikroORM calls it by its name, in messages and as the alias of the table.
  const { [name]: Row } = { [name]: class extends schema.class {} };
  schema.setClass(Row!);
  return Row as unknown as new () => RowOf<C>;
}

type Property = { nullable(): Property; primary(): Property; hidden(): Property };

const PROPERTIES: Readonly<Record<StoredType, () => unknown>> = {
  uuid: () => p.uuid(),
  text: () => p.text(),
  boolean: () => p.boolean(),
  bytea: () => p.blob(),
  timestamptz: () => p.datetime(),
  date: () => p.date(),
  integer: () => p.integer(),
  bigint: () => p.bigint('number'),
  jsonb: () => p.json(),
  'double precision': () => p.double(),
  'text[]': () => p.array(),
};

const propertiesOf = (columns: StoredColumns): Record<string, Property> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { stored }]) => {
      let property = PROPERTIES[stored.type]() as Property;
      if (stored.isNullable) property = property.nullable();
      if (stored.isKey) property = property.primary();
      return [name, stored.isHidden ? property.hidden() : property];
    }),
  );
