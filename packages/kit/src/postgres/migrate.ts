import { setTimeout as pause } from 'node:timers/promises';
import { Migration } from '@mikro-orm/migrations';
import type { EntityManager, MikroORM, Options } from '@mikro-orm/postgresql';
import pg from 'pg';
import { INFRASTRUCTURE_MIGRATIONS } from '../service/infrastructure-migration.ts';
import { START_RETRY_MS } from '../service/config.ts';
import { sqlStateOf } from '../telemetry/error-fields.ts';
import type { PostgresAddress } from './address.ts';
import { ApartMigration } from './apart-migration.ts';
import { sessionOptions } from './session-settings.ts';
import { LOCK_NOT_AVAILABLE } from './transient-errors.ts';
import { tryLock } from './try-lock.ts';

/** Where to migrate; tables are made in the schema, if one is named. */
type Target = PostgresAddress & { schema?: string };

export type MigrationClass = NonNullable<NonNullable<Options['migrations']>['migrationsList']>[number];

/**
 * One more index on a table that is in use: built beside reads and writes, outside of any transaction, with whatever time it
 * needs. One that a killed process left half-built is built anew.
 */
export abstract class IndexMigration extends Migration {
  /** Its name, and what follows `create index <name> on`. */
  static readonly index: { name: string; on: string; isUnique?: boolean };

  override up(): void {}
}

const isA = <T extends typeof IndexMigration | typeof ApartMigration>(
  migration: MigrationClass,
  kind: T,
): migration is MigrationClass & T => typeof migration === 'function' && migration.prototype instanceof kind;

type Apart = (client: pg.Client) => Promise<unknown>;

/** What is done outside of the transaction of the others, by a connection of its own; null for what is not. */
function apartOf(migration: MigrationClass): Apart | null {
  if (isA(migration, IndexMigration)) return buildIndex(migration.index);
  return isA(migration, ApartMigration) ? runAll(migration.statements) : null;
}

const MIGRATION_LOCK = 7_301_001;
/** Statements queue behind a migration that waits for a table, so it waits in short tries, with pauses for the others. */
const TABLE_WAIT = '2s';
const TRY_AGAIN_MS = 1_000;
const LOCK_AGAIN_MS = 100;

/** Replicas that start at the same time migrate one at a time, and both the wait and the migrations may take as long as they need. */
export async function migrate(orm: MikroORM, target: Target, migrations: readonly MigrationClass[]): Promise<void> {
  // Counted from the first try that fails: the queue and building indexes take whatever time they take.
  let giveUpAt: number | null = null;
  for (;;) {
    try {
      if (!(await migrateSome(orm, target, migrations))) return;
      giveUpAt = null;
    } catch (error) {
      giveUpAt ??= Date.now() + START_RETRY_MS;
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE || Date.now() >= giveUpAt) throw error;
      await pause(TRY_AGAIN_MS);
    }
  }
}

/** All that come before the next one that is done apart, or that one; false when nothing is left. */
const migrateSome = (orm: MikroORM, target: Target, migrations: readonly MigrationClass[]): Promise<boolean> =>
  withMigrationLock(orm.em.fork(), async (tx) => {
    const pending = (await orm.migrator.getPending()).map(({ name }) => name);
    if (pending.length === 0) return false;

    const all = new Map([...INFRASTRUCTURE_MIGRATIONS, ...migrations].map((one) => [one.name, apartOf(one)] as const));
    const place = pending.findIndex((name) => all.get(name));
    if (place === 0) await apart(target, all.get(pending[0]!)!);
    const some = pending.slice(0, place === -1 ? pending.length : Math.max(place, 1));
    await tx.execute(`set local lock_timeout = '${TABLE_WAIT}'`);
    await orm.migrator.up({ migrations: some, transaction: tx.getTransactionContext()! });
    return some.length < pending.length;
  });

/**
 * The lock is polled: a statement that waits for it has a snapshot, for which a concurrent index build
 * would wait, and the replica that builds the index has the lock.
 */
const withMigrationLock = <T>(em: EntityManager, body: (tx: EntityManager) => Promise<T>): Promise<T> =>
  em.transactional(async (tx) => {
    // The transaction that has the lock is idle while an index is built on another connection.
    await tx.execute(
      'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    );
    while (!(await tryLock(tx, MIGRATION_LOCK))) await pause(LOCK_AGAIN_MS);
    return body(tx);
  });

async function apart({ url, ssl, schema }: Target, body: Apart): Promise<void> {
  const client = new pg.Client({
    ...sessionOptions(schema === undefined ? {} : { schema }),
    connectionString: url,
    ssl,
    application_name: 'estampa',
  });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await body(client);
  } finally {
    await client.end();
  }
}

const buildIndex =
  ({ name, on, isUnique }: (typeof IndexMigration)['index']): Apart =>
  async (client) => {
    const half = 'select from pg_index where indexrelid = to_regclass($1) and not indisvalid';
    if ((await client.query(half, [name])).rowCount) await client.query(`drop index concurrently ${name}`);
    await client.query(`create ${isUnique ? 'unique ' : ''}index concurrently if not exists ${name} on ${on}`);
  };

const runAll =
  (statements: readonly string[]): Apart =>
  async (client) => {
    for (const sql of statements) await client.query(sql);
  };

/** The name of triggers on tables whose rows stay as they were inserted. */
const APPEND_ONLY = 'append_only';

/**
 * Grants a role that only serves the right to read and write the tables of the present one, which owns them, now and in future. It can
 * change no table, whatever is injected into a statement of it, and no row where a trigger named `append_only` rejects that. One at a time: of two that change the rights of one table at once, one fails.
 */
export async function grantUse(em: EntityManager, role: string): Promise<void> {
  const to = pg.escapeIdentifier(role);
  const rows = 'select, insert, update, delete';
  const appendOnly = `select tgrelid::regclass from pg_trigger where tgname = '${APPEND_ONLY}'`;
  const grants = `
    grant usage on schema public to ${to};
    grant ${rows} on all tables in schema public to ${to};
    do $do$ declare name regclass; begin
      for name in ${appendOnly} loop
        execute format('revoke update, delete on %s from %I', name, ${pg.escapeLiteral(role)});
      end loop;
    end $do$;
    grant usage on all sequences in schema public to ${to};
    alter default privileges grant ${rows} on tables to ${to};
    alter default privileges grant usage on sequences to ${to}`;
  await withMigrationLock(em, (tx) => tx.execute(grants));
}

/** Before the first migration, and between it and the grants that follow the last one. */
const NOT_YET_THERE = ['42P01', '42501'];

/** Waits until another process has run all migrations; throws when none does so in time. */
export async function migrated(orm: MikroORM, migrations: readonly MigrationClass[]): Promise<void> {
  const names = [...INFRASTRUCTURE_MIGRATIONS, ...migrations].map(({ name }) => name);
  for (const giveUpAt = Date.now() + START_RETRY_MS; ;) {
    const missing = await missingMigrations(orm, names);
    if (missing.length === 0) return;
    if (Date.now() >= giveUpAt)
      throw new Error(`The database lacks migrations, first ${missing[0]}: "migrate" runs them`);
    await pause(TRY_AGAIN_MS);
  }
}

async function missingMigrations(orm: MikroORM, names: readonly string[]): Promise<string[]> {
  try {
    const rows = await orm.em.fork().execute<{ name: string }[]>('select name from mikro_orm_migrations');
    const run = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !run.has(name));
  } catch (error) {
    if (NOT_YET_THERE.includes(sqlStateOf(error) ?? '')) return [...names];
    throw error;
  }
}
