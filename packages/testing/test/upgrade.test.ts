import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import { withoutTls } from '@estampa/kit/postgres/address';
import type { StoredColumn } from '@estampa/kit/postgres/columns';
import { connectDb, type MigrationClass } from '@estampa/kit/postgres/connect';
import { columnNames } from '@estampa/kit/postgres/rows';
import type { Table } from '@estampa/kit/postgres/table';
import { createDatabase, dropDatabase, withDatabase } from '@estampa/stack/infrastructure/databases';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { templateOf } from '../src/database-templates.ts';
import { schemaDump, schemaOf } from '../src/schema-dump.ts';
import { currentTestRun } from '../src/test-run.ts';

const RELEASED = join(import.meta.dirname, '../released');
const SERVICES = join(import.meta.dirname, '../../../services');
/** Set when a release is made: from then on databases are upgraded from what is recorded. */
const RECORDS = process.env.ESTAMPA_RECORD_SCHEMAS === 'true';

const {
  infrastructure: { postgres },
  isDisposable,
} = currentTestRun();
const made: string[] = [];
afterAll(() => Promise.all(made.map((name) => dropDatabase(postgres.url, name))));

it.each(SERVICE_NAMES)('the database of the last release becomes that of a new installation: %s', async (service) => {
  const file = join(RELEASED, `${service}.sql`);
  const fresh = await newInstallation(service);
  if (RECORDS || !existsSync(file)) {
    expect(RECORDS, `${file} is missing`).toBe(true);
    writeFileSync(file, await withDatabase(fresh, schemaDump));
  }

  const upgraded = await database(service, 'upgraded');
  await withDatabase(upgraded, (client) => client.query(readFileSync(file, 'utf8')));
  await migrate(service, upgraded);

  expect(await withDatabase(upgraded, schemaOf)).toBe(await withDatabase(fresh, schemaOf));
});

it.each(SERVICE_NAMES)('tables in code are what the migrations make: %s', async (service) => {
  const migrated = await newInstallation(service);

  const tables = await tablesOf(service);
  const columns = await withDatabase(migrated, columnsOf);

  expect(tables.length).toBeGreaterThan(0);
  const differences = tables.flatMap((table) => differencesOf(table, columns));
  expect(differences, `columns of ${service}:\n${differences.join('\n')}`).toEqual([]);
});

type Tables = Table<Record<string, StoredColumn<unknown>>>;

async function tablesOf(service: ServiceName): Promise<Tables[]> {
  const files = globSync(join(SERVICES, service, 'src/db/tables/*.ts')).filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(file) as Promise<object>));
  return modules.flatMap((module) => Object.values(module)).filter((one) => one?.Row && one.columns);
}

/** `customer_order.paid_at` to its type, ` or null` where it may be that. */
async function columnsOf(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ column: string; type: string }>(
    `select relname || '.' || attname as column,
       format_type(atttypid, null) || case when attnotnull then '' else ' or null' end as type
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
  );
  return new Map(rows.map(({ column, type }) => [column, type]));
}

/** PostgreSQL's names of types that a table in code calls by another one. */
const CODE_TYPES: Readonly<Record<string, string>> = {
  'character varying': 'text',
  'timestamp with time zone': 'timestamptz',
  smallint: 'integer',
  json: 'jsonb',
};

function differencesOf({ Row, columns }: Tables, actual: ReadonlyMap<string, string>): string[] {
  return Object.entries(columns).flatMap(([name, { stored }]) => {
    const column = `${Row.name}.${columnNames({ [name]: columns[name]! })}`;
    const found = actual.get(column);
    if (found === undefined) return [`no migration makes ${column}, which db/tables has`];
    const [, type = '', orNull = ''] = /^(.*?)( or null)?$/.exec(found) ?? [];
    const expected = `${stored.type}${stored.isNullable ? ' or null' : ''}`;
    return `${CODE_TYPES[type] ?? type}${orNull}` === expected
      ? []
      : [`${column} is ${found}, in db/tables ${expected}`];
  });
}

const installed = new Map<ServiceName, Promise<string>>();

/** Nothing changes it. */
function newInstallation(service: ServiceName): Promise<string> {
  const install = async (): Promise<string> => {
    const fresh = await database(service, 'fresh', isDisposable ? await templateOf(service) : undefined);
    await migrate(service, fresh);
    return fresh;
  };
  const installing = installed.get(service) ?? install();
  installed.set(service, installing);
  return installing;
}

async function database(service: ServiceName, kind: string, template?: string): Promise<string> {
  const name = `t${process.pid}_${kind}_${service.replaceAll('-', '_')}`;
  made.push(name);
  return createDatabase(postgres.url, { name, password: 'demo' }, template);
}

async function migrate(service: ServiceName, url: string): Promise<void> {
  const { migrations } = (await import(join(SERVICES, service, 'src/db/migrations.ts'))) as {
    migrations: MigrationClass[];
  };
  const orm = await connectDb(withoutTls(url), [], migrations);
  await orm.close(true);
}
