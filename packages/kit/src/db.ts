import { DomainError } from '@estampa/kernel/errors';
import { type EntityClass, type EntitySchema, MikroORM, type Options } from '@mikro-orm/postgresql';
import { Migrator } from '@mikro-orm/migrations';
import type { Pool } from 'pg';
import { CommitTogether } from './commit-together.ts';
import { POOL_MAX_CONNECTIONS } from './config.ts';
import { TellCommitted } from './outbox.ts';
import { isAway } from './passing-trouble.ts';
import { PLUMBING_MIGRATIONS } from './plumbing-migration.ts';
import { watchPool } from './pool-metrics.ts';
import { saveRoundTrips } from './round-trips.ts';

export type Orm = MikroORM;
export type Entity = EntityClass<object> | EntitySchema;
export type MigrationClass = NonNullable<NonNullable<Options['migrations']>['migrationsList']>[number];

/** Who waits longer for a connection is refused, so that a crowd does not wait for answers that come too late. */
const POOL_WAIT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 10_000;

type Connecting = {
  schema?: string;
  poolMax?: number;
  /** Through a pool that lends connections for one transaction. */
  pooled?: boolean;
};

/**
 * Opens a service's own database and brings it up to date; one replica at a time does so. With a schema, its tables are made
 * there, and what is not there is found among the usual ones.
 */
export async function connectDb(
  url: string,
  entities: readonly Entity[],
  migrations: readonly MigrationClass[],
  { schema, poolMax = POOL_MAX_CONNECTIONS, pooled = false }: Connecting = {},
): Promise<Orm & AsyncDisposable> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    discovery: { warnWhenNoEntities: false },
    subscribers: [new CommitTogether(), new TellCommitted()],
    extensions: [Migrator],
    pool: { min: 0, max: poolMax },
    ...(schema && { schema }),
    driverOptions: {
      // PgBouncer refuses it: there the role has it.
      ...(!pooled && { statement_timeout: STATEMENT_TIMEOUT_MS }),
      connectionTimeoutMillis: POOL_WAIT_MS,
      application_name: 'estampa',
      ...(schema && { options: `-c search_path=${schema},public` }),
      pipeline: true,
      onPoolCreated(pool: Pool) {
        watchPool(pool);
        saveRoundTrips(pool);
      },
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
  try {
    await migrate(orm);
  } catch (error) {
    await orm.close(true);
    throw error;
  }
  return Object.assign(orm, { [Symbol.asyncDispose]: () => orm.close(true) });
}

/** False when nothing ends a statement that runs for ever. */
export async function hasStatementTimeout(orm: Orm): Promise<boolean> {
  const [row] = await orm.em.fork().execute<{ statement_timeout: string }[]>('show statement_timeout');
  return row?.statement_timeout !== '0';
}

const MIGRATION_LOCK = 7_301_001;

/** Replicas that start together take turns, and both the turn and the migrations may take as long as they need. */
async function migrate(orm: Orm): Promise<void> {
  await orm.em.fork().transactional(async (tx) => {
    await tx.execute('set local statement_timeout = 0');
    await tx.execute('select pg_advisory_xact_lock(?)', [MIGRATION_LOCK]);
    if ((await orm.migrator.getPending()).length === 0) return;
    await orm.migrator.up({ transaction: tx.getTransactionContext()! });
  });
}

const POOL_EXHAUSTED = 'timeout exceeded when trying to connect';
const TOO_MANY_CONNECTIONS = '53300';

/** What a failure of the database means for who asked; null for one that says nothing but that something is wrong. */
export function databaseRefusal(error: unknown): DomainError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (cause.message.includes(POOL_EXHAUSTED) || code === TOO_MANY_CONNECTIONS) {
      return new DomainError('busy', 'busy', 'There is too much to do at this moment; try again');
    }
  }
  if (!isAway(error)) return null;
  return new DomainError('unavailable', 'database_unavailable', 'The database cannot be reached; try again');
}
