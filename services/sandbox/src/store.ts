import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Customer } from './domain/customer.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { Charge } from './domain/charge.ts';
import type { Parcel } from './domain/parcel.ts';

const JOURNAL_NAME = 'journal.jsonl';
const COMPACT_AFTER_LINES = 50_000;

type Records = { customers: Customer; charges: Charge; parcels: Parcel; deliveries: Delivery };
type TableName = keyof Records;
type Row = { id: string };

export type Table<T extends Row> = {
  get(id: string): T | undefined;
  /** All records, oldest first. */
  all(): T[];
  put(record: T): T;
  remove(id: string): void;
  readonly size: number;
};

export type Store = { [K in TableName]: Table<Records[K]> } & { clear(): void };

/** Everything in memory, every change appended to one file before it is answered: a restart, even a killed one, loses nothing. */
export function openStore(dataDir: string): Store {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, JOURNAL_NAME);
  const tables: Record<TableName, Map<string, Row>> = {
    customers: new Map(),
    charges: new Map(),
    parcels: new Map(),
    deliveries: new Map(),
  };
  replay(path, tables);
  let lines = 0;

  const compact = (): void => {
    writeFileSync(`${path}.new`, snapshot(tables));
    renameSync(`${path}.new`, path);
    lines = 0;
  };
  const append = (name: TableName, id: string, record: Row | null): void => {
    appendFileSync(path, `${JSON.stringify([name, id, record])}\n`);
    lines += 1;
    if (lines >= COMPACT_AFTER_LINES) compact();
  };
  compact();

  const clear = (): void => {
    for (const rows of Object.values(tables)) rows.clear();
    compact();
  };
  return {
    customers: table<Customer>('customers', tables, append),
    charges: table<Charge>('charges', tables, append),
    parcels: table<Parcel>('parcels', tables, append),
    deliveries: table<Delivery>('deliveries', tables, append),
    clear,
  };
}

type Append = (name: TableName, id: string, record: Row | null) => void;

function table<T extends Row>(name: TableName, tables: Record<TableName, Map<string, Row>>, append: Append): Table<T> {
  const rows = tables[name] as Map<string, T>;
  return {
    get: (id) => rows.get(id),
    all: () => [...rows.values()],
    put(record) {
      rows.set(record.id, record);
      append(name, record.id, record);
      return record;
    },
    remove(id) {
      if (rows.delete(id)) append(name, id, null);
    },
    get size() {
      return rows.size;
    },
  };
}

function replay(path: string, tables: Record<TableName, Map<string, Row>>): void {
  if (!existsSync(path)) return;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const entry = parseLine(line);
    if (!entry) continue;
    const [name, id, record] = entry;
    if (record) tables[name].set(id, record);
    else tables[name].delete(id);
  }
}

/** A process killed while writing leaves half a line at the end; that change was never answered. */
function parseLine(line: string): [TableName, string, Row | null] | null {
  try {
    return JSON.parse(line) as [TableName, string, Row | null];
  } catch {
    return null;
  }
}

const snapshot = (tables: Record<TableName, Map<string, Row>>): string =>
  Object.entries(tables)
    .flatMap(([name, rows]) => [...rows].map(([id, record]) => `${JSON.stringify([name, id, record])}\n`))
    .join('');
