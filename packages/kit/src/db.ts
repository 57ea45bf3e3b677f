import { type EntityClass, type EntitySchema, MikroORM, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import { OutboxSchema } from './outbox.ts';
import { PLUMBING_MIGRATIONS } from './plumbing-migration.ts';

export type Orm = MikroORM;
export type Entity = EntityClass<object> | EntitySchema;
export type MigrationClass = NonNullable<NonNullable<Options['migrations']>['migrationsList']>[number];

const POOL_MAX_CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 10_000;

/**
 * Opens a service's own database and brings it up to date; one replica at a time does so. With a schema, its tables are made
 * there, and what is not there is found among the usual ones.
 */
export async function connectDb(
  url: string,
  entities: readonly Entity[],
  migrations: readonly MigrationClass[],
  { schema }: { schema?: string } = {},
): Promise<Orm & AsyncDisposable> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...entities, OutboxSchema],
    extensions: [Migrator],
    pool: { min: 0, max: POOL_MAX_CONNECTIONS },
    ...(schema && { schema }),
    driverOptions: {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      application_name: 'estampa',
      ...(schema && { options: `-c search_path=${schema},public` }),
    },
    migrations: {
      migrationsList: [...PLUMBING_MIGRATIONS, ...migrations],
      snapshot: false,
      allOrNothing: true,
      silent: true,
    },
    allowGlobalContext: false,
    debug: false,
  });
  await migrate(orm);
  return Object.assign(orm, { [Symbol.asyncDispose]: () => orm.close(true) });
}

const MIGRATION_LOCK = 7_301_001;

async function migrate(orm: Orm): Promise<void> {
  if ((await orm.migrator.getPending()).length === 0) return;
  await orm.em.fork().transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    await orm.migrator.up();
  });
}
