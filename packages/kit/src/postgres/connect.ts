import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@estampa/kernel/errors';
import { type EntityClass, type EntitySchema, MikroORM, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { Pool } from 'pg';
import { backgroundPool, lendByLane } from './background-pool.ts';
import type { PostgresAddress } from './address.ts';
import { certificateProblem } from './certificate-problem.ts';
import { POOL_MAX_CONNECTIONS } from '../service/config.ts';
import { TellCommitted } from '../events/outbox.ts';
import { sqlStateOf } from '../telemetry/error-facts.ts';
import { DEADLOCK_DETECTED, isAway, isOutdatedPlan, LOCK_NOT_AVAILABLE, QUERY_CANCELED } from './transient-errors.ts';
import { START_RETRY_MS } from '../service/retry-start.ts';
import { INFRASTRUCTURE_MIGRATIONS } from '../service/infrastructure-migration.ts';
import { watchPool } from './pool-metrics.ts';
import { saveRoundTrips } from './round-trips.ts';
import { sessionOptions } from './session-settings.ts';
import { EndTogether } from './transaction.ts';

export type Orm = MikroORM;
export type Entity = EntityClass<object> | EntitySchema;
export type MigrationClass = NonNullable<NonNullable<Options['migrations']>['migrationsList']>[number];

/** Who waits longer for a connection is rejected, so that a crowd does not wait for responses that come too late. */
const POOL_WAIT_MS = 2_000;

type Connecting = {
  schema?: string;
  /** False: the tables are another process's to make, with rights that this one need not have; they are waited for. */
  migrates?: boolean;
  poolMax?: number;
};

/**
 * Opens a service's own database and brings it up to date; one replica at a time does so. With a schema, its tables are made
 * there, and what is not there is found among the usual ones.
 */
export async function connectDb(
  { url, ssl, pooled }: PostgresAddress,
  entities: readonly Entity[],
  migrations: readonly MigrationClass[],
  { schema, migrates = true, poolMax = POOL_MAX_CONNECTIONS }: Connecting = {},
): Promise<Orm & AsyncDisposable> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    subscribers: [new EndTogether(), new TellCommitted()],
    extensions: [Migrator],
    pool: { min: 0, max: poolMax },
    ...(schema && { schema }),
    driverOptions: {
      ...sessionOptions({ pooled, ...(schema && { schema }) }),
      connectionTimeoutMillis: POOL_WAIT_MS,
      application_name: 'estampa',
      pipeline: true,
      onPoolCreated(pool: Pool) {
        // Not among the options above, which are copied: files are to be read for each connection.
        pool.options.ssl = ssl;
        const background = backgroundPool(pool);
        for (const one of [pool, background]) {
          watchPool(one);
          saveRoundTrips(one);
        }
        lendByLane(pool, background);
      },
    },
    migrations: {
      migrationsList: [...INFRASTRUCTURE_MIGRATIONS, ...migrations],
      snapshot: false,
      allOrNothing: true,
      silent: true,
    },
    allowGlobalContext: false,
    debug: false,
  });
  try {
    await (migrates ? migrate(orm) : migrated(orm, migrations));
  } catch (error) {
    await orm.close(true);
    throw certificateProblem(error) ?? error;
  }
  return Object.assign(orm, { [Symbol.asyncDispose]: () => orm.close(true) });
}

const MIGRATION_LOCK = 7_301_001;
/** Whoever comes after a migration that waits for a table waits behind it, so it waits in short tries, with rests for the others. */
const TABLE_WAIT = '2s';
const TRY_AGAIN_MS = 1_000;

/** Replicas that start together take turns, and both the turn and the migrations may take as long as they need. */
async function migrate(orm: Orm): Promise<void> {
  for (const giveUpAt = Date.now() + START_RETRY_MS; ;) {
    try {
      return await migrateOnce(orm);
    } catch (error) {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE || Date.now() >= giveUpAt) throw error;
      await pause(TRY_AGAIN_MS);
    }
  }
}

const migrateOnce = (orm: Orm): Promise<void> =>
  orm.em.fork().transactional(async (tx) => {
    await tx.execute('set local statement_timeout = 0; set local lock_timeout = 0');
    await tx.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    if ((await orm.migrator.getPending()).length === 0) return;
    await tx.execute(`set local lock_timeout = '${TABLE_WAIT}'`);
    await orm.migrator.up({ transaction: tx.getTransactionContext()! });
  });

const UNDEFINED_TABLE = '42P01';

/** Waits until another process has run all migrations; throws when none does so in time. */
async function migrated(orm: Orm, migrations: readonly MigrationClass[]): Promise<void> {
  const names = [...INFRASTRUCTURE_MIGRATIONS, ...migrations].map(({ name }) => name);
  for (const giveUpAt = Date.now() + START_RETRY_MS; ;) {
    const missing = await missingMigrations(orm, names);
    if (missing.length === 0) return;
    if (Date.now() >= giveUpAt)
      throw new Error(`The database lacks migrations, first ${missing[0]}: "migrate" runs them`);
    await pause(TRY_AGAIN_MS);
  }
}

async function missingMigrations(orm: Orm, names: readonly string[]): Promise<string[]> {
  try {
    const rows = await orm.em.fork().execute<{ name: string }[]>('select name from mikro_orm_migrations');
    const run = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !run.has(name));
  } catch (error) {
    if (sqlStateOf(error) === UNDEFINED_TABLE) return [...names];
    throw error;
  }
}

const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';
const TOO_MANY_CONNECTIONS = '53300';
/** Nothing was done, and it may well be done later: what was needed is held by others, or the server has too much to do. */
const BUSY: readonly string[] = [TOO_MANY_CONNECTIONS, LOCK_NOT_AVAILABLE, QUERY_CANCELED, DEADLOCK_DETECTED];

const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes(POOL_EXHAUSTED) || isPoolExhausted(error.cause));

const isOutdated = (error: unknown): boolean =>
  error instanceof Error && (isOutdatedPlan(error) || isOutdated(error.cause));

/** What a failure of the database means for who asked; null for one that says nothing but that something is wrong. */
export function databaseRejection(error: unknown): DomainError | null {
  if (BUSY.includes(sqlStateOf(error) ?? '') || isPoolExhausted(error) || isOutdated(error)) {
    return new DomainError('busy', 'busy', 'There is too much to do at this moment; try again', {}, { cause: error });
  }
  if (!isAway(error)) return null;
  return new DomainError('unavailable', 'database_unavailable', 'The database cannot be reached; try again');
}
