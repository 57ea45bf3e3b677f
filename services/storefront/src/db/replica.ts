import { integer, json, type RowOf, type StoredColumn, text } from '@estampa/kit/postgres/columns';
import { columnNames, qualified, takenFrom, toRecord } from '@estampa/kit/postgres/rows';
import { pipeline, type Query, statement } from '@estampa/kit/postgres/statement';
import { type Table, table } from '@estampa/kit/postgres/table';
import type { EntityManager } from '@mikro-orm/postgresql';

type StoredColumns = Readonly<Record<string, StoredColumn<unknown>>>;
type Versioned<C> = C & { version: StoredColumn<number> };

/** A state as its service published it: the columns that queries filter by, and the payload of its event. */
type StateOf<C extends StoredColumns> = RowOf<Versioned<C>> & { payload: string };

/** The state's previous payload, to be parsed; null if it is new. The parts of a composite key are joined by slashes. */
export type Change = { key: string; before: unknown };

type Replica<C extends StoredColumns> = Table<Versioned<C>> & {
  /**
   * Upserts states, at most one of each key; returns rows for those that changed, none for those of which a newer version is
   * stored.
   */
  project(states: readonly StateOf<C>[]): Query<Change>;
  /** Upserts one state; undefined when a newer version is stored. */
  projectOne(tx: EntityManager, state: StateOf<C>): Promise<Change | undefined>;
};

/** A table of states that another service publishes: one row a key, each with its version and its payload (`fact`). */
export function replica<C extends StoredColumns>(name: string, given: C): Replica<C> {
  const columns = { ...given, version: integer };
  const upsert = statement(upsertText(name, columns), { key: text, before: json() });
  const project = (states: readonly StateOf<C>[]) => upsert.with(`[${states.map(asRecord).join(',')}]`);
  return {
    ...table(name, columns),
    project,
    async projectOne(tx, state) {
      const [[change]] = await pipeline(tx, project([state]));
      return change;
    },
  };
}

/** The payload is JSON already. */
const asRecord = ({ payload, ...row }: { payload: string }): string => `{"fact":${payload},${toRecord(row).slice(1)}`;

/** Ordered by key, so that two transactions with the same states cannot deadlock. */
function upsertText(name: string, columns: StoredColumns): string {
  const [keys, others] = [true, false].map((isKey) =>
    Object.entries(columns).filter(([, { stored }]) => (stored.isKey ?? false) === isKey),
  ) as [[string, StoredColumn<unknown>][], [string, StoredColumn<unknown>][]];
  const keyColumns = Object.fromEntries(keys);
  const key = columnNames(keyColumns);
  const all = `${columnNames(columns)}, fact`;
  const changes = `${takenFrom('excluded', Object.fromEntries(others))}, fact = excluded.fact`;
  return `
    with given as (select ${all} from json_populate_recordset(null::${name}, $1::json)),
    known as (select ${key}, ${name}.fact from ${name} join given using (${key}))
    insert into ${name} (${all}) select ${all} from given order by ${key}
    on conflict (${key}) do update set ${changes} where ${name}.version < excluded.version
    returning concat_ws('/', ${qualified(name, keyColumns)}) as key,
      (select fact from known where (${qualified('known', keyColumns)}) = (${qualified(name, keyColumns)})) as before`;
}
