import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@estampa/kernel/topics';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb, type MigrationClass } from '@estampa/kit/postgres/connect';
import { createDatabase, dropDatabase } from '@estampa/stack/infrastructure/databases';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { schemaDump, schemaOf } from '../src/schema-dump.ts';
import { currentTestRun } from '../src/test-run.ts';

const RELEASED = join(import.meta.dirname, '../released');
const SERVICES = join(import.meta.dirname, '../../../services');
/** Set when a release is made: from then on databases are upgraded from what is recorded. */
const RECORDS = process.env.ESTAMPA_RECORD_SCHEMAS === 'true';

const { postgres } = currentTestRun().infrastructure;
const made: string[] = [];
afterAll(() => Promise.all(made.map((name) => dropDatabase(postgres.url, name))));

it.each(SERVICE_NAMES)('the database of the last release becomes that of a new installation: %s', async (service) => {
  const file = join(RELEASED, `${service}.sql`);
  const fresh = await database(service, 'fresh');
  await migrate(service, fresh);
  if (RECORDS || !existsSync(file)) {
    expect(RECORDS, `${file} is missing`).toBe(true);
    writeFileSync(file, await on(fresh, schemaDump));
  }

  const upgraded = await database(service, 'upgraded');
  await on(upgraded, (client) => client.query(readFileSync(file, 'utf8')));
  await migrate(service, upgraded);

  expect(await on(upgraded, schemaOf)).toBe(await on(fresh, schemaOf));
});

async function database(service: ServiceName, kind: string): Promise<string> {
  const name = `t${process.pid}_${kind}_${service.replaceAll('-', '_')}`;
  made.push(name);
  return createDatabase(postgres.url, { name, password: 'demo' });
}

async function migrate(service: ServiceName, url: string): Promise<void> {
  const { migrations } = (await import(join(SERVICES, service, 'src/db/migrations.ts'))) as {
    migrations: MigrationClass[];
  };
  const orm = await connectDb(withoutTls(url), [], migrations);
  await orm.close(true);
}

async function on<T>(url: string, action: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await action(client);
  } finally {
    await client.end();
  }
}
