import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Customer } from './domain/customer.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { Charge } from './domain/charge.ts';
import type { Grant } from './domain/grant.ts';
import type { Invoice } from './domain/invoice.ts';
import type { Parcel } from './domain/parcel.ts';
import type { Preference, PreferencePayment } from './domain/preference-payment.ts';
import type { Transfer } from './domain/transfer.ts';
import { localDate } from './domain/local-time.ts';
import { createTable, type Row, type Table } from './table.ts';

/** The stored response of a request with an idempotency key. */
export type StoredResponse = { id: string; status: number; body: unknown };

const JOURNAL_NAME = 'journal.jsonl';
const COMPACT_AFTER_LINES = 50_000;
/** Of each kind: the oldest make room, so that a sandbox that runs for months stays small. */
export const RECORDS_MAX = 100_000;

type Records = {
  customers: Customer;
  charges: Charge;
  parcels: Parcel;
  grants: Grant;
  deliveries: Delivery;
  preferences: Preference;
  preferencePayments: PreferencePayment;
  responses: StoredResponse;
  transfers: Transfer;
  invoices: Invoice;
};
type TableName = keyof Records;
type Days<T> = { dayOf?: (record: T) => string; stateOf?: (record: T) => string };

export type Store = { [K in TableName]: Table<Records[K]> } & { clear(): void };

/** All state is in memory, and every change is appended to one file before its response: a restart, even after a kill, loses nothing. */
export function openStore(dataDir: string, recordsMax = RECORDS_MAX): Store {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, JOURNAL_NAME);
  let lines = 0;

  const append = (name: TableName, id: string, record: Row | null): void => {
    appendFileSync(path, `${JSON.stringify([name, id, record])}\n`);
    lines += 1;
    if (lines >= COMPACT_AFTER_LINES) compact();
  };
  const tableOf = <K extends TableName>(
    name: K,
    nameOf?: (record: Records[K]) => string | null,
    { dayOf, stateOf }: Days<Records[K]> = {},
  ): Table<Records[K]> =>
    createTable<Records[K]>({ recordsMax, nameOf, dayOf, stateOf, written: (id, record) => append(name, id, record) });
  const tables: { [K in TableName]: Table<Records[K]> } = {
    customers: tableOf('customers', ({ externalReference }) => externalReference),
    charges: tableOf('charges', ({ externalReference }) => externalReference, {
      dayOf: ({ createdAt }) => localDate(createdAt),
      stateOf: ({ status }) => status,
    }),
    parcels: tableOf('parcels'),
    grants: tableOf('grants', ({ accessToken }) => accessToken),
    deliveries: tableOf('deliveries'),
    preferences: tableOf('preferences', ({ externalReference }) => externalReference),
    preferencePayments: tableOf('preferencePayments', ({ externalReference }) => externalReference),
    responses: tableOf('responses'),
    transfers: tableOf('transfers', ({ externalReference }) => externalReference, {
      dayOf: ({ createdAt }) => localDate(createdAt),
    }),
    invoices: tableOf('invoices', ({ externalReference }) => externalReference),
  };
  const compact = (): void => {
    writeFileSync(`${path}.new`, snapshot(tables));
    renameSync(`${path}.new`, path);
    lines = 0;
  };
  replay(path, tables);
  compact();

  const clear = (): void => {
    for (const table of Object.values(tables)) table.clear();
    compact();
  };
  return { ...tables, clear };
}

function replay(path: string, tables: Record<TableName, Pick<Table<Row>, 'restore'>>): void {
  if (!existsSync(path)) return;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const entry = parseLine(line);
    if (entry) tables[entry[0]].restore(entry[1], entry[2]);
  }
}

/** A process killed while writing leaves half a line at the end; that change had no response yet. */
function parseLine(line: string): [TableName, string, never] | null {
  try {
    return JSON.parse(line) as [TableName, string, never];
  } catch {
    return null;
  }
}

const snapshot = (tables: Record<TableName, Pick<Table<Row>, 'all'>>): string =>
  Object.entries(tables)
    .flatMap(([name, table]) => table.all().map((record) => `${JSON.stringify([name, record.id, record])}\n`))
    .join('');
