import { DomainError } from '@estampa/kernel/errors';
import { type EntityClass, type EntitySchema, MikroORM } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { Pool } from 'pg';
import { backgroundPool, lendByLane } from './background-pool.ts';
import type { PostgresAddress } from './address.ts';
import { certificateProblem } from './certificate-problem.ts';
import { POOL_MAX_CONNECTIONS } from '../service/config.ts';
import { LocalRelay } from '../events/local-relay.ts';
import { NotifyCommitted } from '../events/outbox.ts';
import { sqlStateOf } from '../telemetry/error-fields.ts';
import { DEADLOCK_DETECTED, isAway, isOutdatedPlan, isQueryCanceled, LOCK_NOT_AVAILABLE } from './transient-errors.ts';
import { INFRASTRUCTURE_MIGRATIONS } from '../service/infrastructure-migration.ts';
import { migrate, type MigrationClass, migrated } from './migrate.ts';
import { watchPool } from './pool-metrics.ts';
import { saveRoundTrips } from './round-trips.ts';
import { sessionOptions } from './session-settings.ts';
import { TransactionLifecycle } from './transaction.ts';

export type Orm = MikroORM & { readonly relay: LocalRelay };
export type Entity = EntityClass<object> | EntitySchema;
export type { MigrationClass };

/** Longer waits for a connection are rejected, so that under overload responses do not come too late for every caller. */
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
  address: PostgresAddress,
  entities: readonly Entity[],
  migrations: readonly MigrationClass[],
  { schema, migrates = true, poolMax = POOL_MAX_CONNECTIONS }: Connecting = {},
): Promise<Orm & AsyncDisposable> {
  const { url, ssl, pooled, stream } = address;
  const relay = new LocalRelay();
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    subscribers: [new TransactionLifecycle(relay), new NotifyCommitted()],
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
        if (stream) pool.options.stream = stream;
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
    await (migrates ? migrate(orm, { ...address, ...(schema && { schema }) }, migrations) : migrated(orm, migrations));
  } catch (error) {
    await orm.close(true);
    throw certificateProblem(error) ?? error;
  }
  return Object.assign(orm, { relay, [Symbol.asyncDispose]: () => orm.close(true) });
}

const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';
const TOO_MANY_CONNECTIONS = '53300';
/** Nothing was done, and a retry may succeed: a resource was locked, or the server is overloaded. */
const BUSY: readonly string[] = [TOO_MANY_CONNECTIONS, LOCK_NOT_AVAILABLE, DEADLOCK_DETECTED];

const isPoolExhausted = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes(POOL_EXHAUSTED) || isPoolExhausted(error.cause));

/** What a failure of the database means for callers; null for one that only says that something is wrong. */
export function databaseRejection(error: unknown): DomainError | null {
  const isBusy = BUSY.includes(sqlStateOf(error) ?? '') || isQueryCanceled(error) || isPoolExhausted(error);
  if (isBusy || isOutdatedPlan(error)) {
    return new DomainError('busy', 'busy', 'There is too much to do at this moment; try again', {}, { cause: error });
  }
  if (!isAway(error)) return null;
  return new DomainError('unavailable', 'database_unavailable', 'The database cannot be reached; try again');
}
