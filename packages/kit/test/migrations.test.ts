import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withoutTls } from '../src/postgres/address.ts';
import { connectDb } from '../src/postgres/connect.ts';
import { IndexMigration } from '../src/postgres/migrate.ts';
import { patiently } from '../src/service/retry-start.ts';
import { Migration } from '@mikro-orm/migrations';
import { describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import pg from 'pg';
import { emptyDatabase, servedDatabase } from './bench.ts';
import { countingProxy } from './counting-proxy.ts';

const REPLICAS = 3;
const NOWHERE = '127.0.0.1:1';
const PAYOUTS = join(import.meta.dirname, '../../../services/payouts/src/main.ts');

const PRODUCTION = {
  NODE_ENV: 'production',
  OPS_PORT: '0',
  GRPC_PORT: '0',
  KAFKA_BROKERS: NOWHERE,
  DATABASE_TLS: 'disable',
  GRPC_TLS: 'off',
};

/** Fails when it runs twice, or beside itself. */
class OnceMigration extends Migration {
  override up(): void {
    this.addSql('create table once (statement_timeout text not null)');
    this.addSql(`insert into once values (current_setting('statement_timeout'))`);
  }
}

it('run once, without a time limit, when several replicas start on an empty database', async () => {
  await using database = await emptyDatabase();

  const replicas = await Promise.all(
    Array.from({ length: REPLICAS }, () => connectDb(withoutTls(database.url), [], [OnceMigration])),
  );

  const rows = await replicas[0]!.em.fork().execute('select * from once');
  await Promise.all(replicas.map((orm) => orm.close(true)));
  expect(rows).toEqual([{ statement_timeout: '0' }]);
});

it('leave nothing of a set that fails', async () => {
  await using database = await emptyDatabase();
  class FailingMigration extends Migration {
    override up(): void {
      this.addSql('select 1 / 0');
    }
  }

  await expect(connectDb(withoutTls(database.url), [], [OnceMigration, FailingMigration])).rejects.toThrow(
    'division by zero',
  );

  const orm = await connectDb(withoutTls(database.url), [], [OnceMigration]);
  const rows = await orm.em.fork().execute('select * from once');
  await orm.close(true);
  expect(rows).toHaveLength(1);
});

it('wait for a table in short tries, so that its readers go on', async () => {
  await using database = await emptyDatabase();
  await using first = await connectDb(withoutTls(database.url), [], [OnceMigration]);
  class WideningMigration extends Migration {
    override up(): void {
      this.addSql('alter table once add column more text');
    }
  }
  const reader = new pg.Client(database.url);
  await reader.connect();
  await reader.query('begin; select from once');

  const migrating = connectDb(withoutTls(database.url), [], [OnceMigration, WideningMigration]);
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table once%'`;
  await eventually(async () => expect(await first.em.fork().execute(waiting)).toHaveLength(1));
  expect(await first.em.fork().execute('select * from once')).toHaveLength(1);
  await eventually(async () => expect(await first.em.fork().execute(waiting)).toHaveLength(0));
  await reader.end();

  await using second = await migrating;
  expect(await second.em.fork().execute('select more from once')).toEqual([{ more: null }]);
});

describe('an index on a table that is in use', () => {
  class LateIndexMigration extends IndexMigration {
    static override readonly index = { name: 'once_by_timeout', on: 'once (statement_timeout)' };
  }
  const validIndexes = `select from pg_index where indexrelid = to_regclass('once_by_timeout') and indisvalid`;

  it('is built beside writes, and waits for who has read the table for long', async () => {
    await using database = await emptyDatabase();
    await using first = await connectDb(withoutTls(database.url), [], [OnceMigration]);
    const reader = new pg.Client(database.url);
    await reader.connect();
    await reader.query('begin isolation level repeatable read; select from once');

    const migrating = connectDb(withoutTls(database.url), [], [OnceMigration, LateIndexMigration]);
    const building = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'create index concurrently%'`;
    await eventually(async () => expect(await first.em.fork().execute(building)).toHaveLength(1));
    await first.em.fork().execute(`set local lock_timeout = '1s'; insert into once values ('meanwhile')`);
    expect(await first.em.fork().execute(validIndexes)).toHaveLength(0);
    await reader.end();

    await using second = await migrating;
    expect(await second.em.fork().execute(validIndexes)).toHaveLength(1);
    expect(await second.migrator.getPending()).toEqual([]);
  });

  it('is built while other replicas queue to migrate', async () => {
    await using database = await emptyDatabase();
    await using first = await connectDb(withoutTls(database.url), [], [OnceMigration]);
    const writer = new pg.Client(database.url);
    await writer.connect();
    await writer.query(`begin; insert into once values ('meanwhile')`);
    const both = [OnceMigration, LateIndexMigration];

    const building = connectDb(withoutTls(database.url), [], both);
    const underWay = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'create index concurrently%'`;
    await eventually(async () => expect(await first.em.fork().execute(underWay)).toHaveLength(1));
    const waiting = connectDb(withoutTls(database.url), [], both);
    const lockWaiters = `select from pg_stat_activity where query like '%advisory_xact_lock%' and pid <> pg_backend_pid() and datname = current_database()`;
    await eventually(async () => expect(await first.em.fork().execute(lockWaiters)).toHaveLength(2));
    await writer.query('commit');
    await writer.end();

    await using second = await building;
    await using third = await waiting;
    expect(await third.em.fork().execute(validIndexes)).toHaveLength(1);
    expect(await second.migrator.getPending()).toEqual([]);
  });

  it('is built again when a killed process left it half-built', async () => {
    await using database = await emptyDatabase();
    await using first = await connectDb(withoutTls(database.url), [], [OnceMigration]);
    await first.em.fork().execute('insert into once select * from once');
    const unique = 'create unique index concurrently once_by_timeout on once (statement_timeout)';
    const client = new pg.Client(database.url);
    await client.connect();
    await expect(client.query(unique)).rejects.toThrow('could not create unique index');
    await client.end();

    await using second = await connectDb(withoutTls(database.url), [], [OnceMigration, LateIndexMigration]);
    expect(await second.em.fork().execute(validIndexes)).toHaveLength(1);
  });
});

it('are run by a role that owns the tables, for one that serves and cannot change them', async () => {
  await using serving = await servedDatabase();
  const { owner } = serving;

  const env = { ...PRODUCTION, DATABASE_URL: serving.url, DATABASE_OWNER_URL: owner.href };
  const owned = await connectDb(withoutTls(owner.href), [], []);
  await owned.close(true);
  // Waits for rights as it waits for tables.
  const waiting = connectDb(withoutTls(serving.url), [], [], { migrates: false });
  const migrate = () => promisify(execFile)(process.execPath, [PAYOUTS, 'migrate'], { env });
  const [, , orm] = await Promise.all([migrate(), migrate(), waiting]);
  await using _ = orm;

  const em = () => orm.em.fork();
  expect(await em().execute('select from payout')).toEqual([]);
  await em().execute(`delete from payout`);
  for (const change of ['alter table payout add column more text', 'drop table payout', 'create table other (id int)'])
    await expect(em().execute(change)).rejects.toMatchObject({ code: '42501' });
});

it('are left to "migrate" by a process that only serves, which waits for them and needs no right to make tables', async () => {
  await using database = await emptyDatabase();
  const serving = connectDb(withoutTls(database.url), [], [OnceMigration], { migrates: false });
  const owner = await connectDb(withoutTls(database.url), [], [OnceMigration]);
  await owner.close(true);
  await using orm = await serving;

  expect(await orm.em.fork().execute('select * from once')).toHaveLength(1);
});

it('reach the server itself where a pool stands before it', async () => {
  await using database = await emptyDatabase();
  const env = { ...PRODUCTION, DATABASE_URL: `postgres://pool@${NOWHERE}/pool`, DATABASE_SESSION_URL: database.url };

  const { stdout } = await promisify(execFile)(process.execPath, [PAYOUTS, 'migrate'], { env });

  expect(stdout).toContain('migrated');
  await using orm = await connectDb(withoutTls(database.url), [], []);
  expect(await orm.em.fork().execute('select count(*)::int as count from payout')).toEqual([{ count: 0 }]);
});

describe('a start', () => {
  const noted = () => {
    const waits: unknown[] = [];
    return { waits, log: { warn: (wait: unknown) => void waits.push(wait) } };
  };

  it('waits for a database that comes later', async () => {
    await using database = await emptyDatabase();
    const away = await countingProxy(database.url);
    await away[Symbol.asyncDispose]();
    const { waits, log } = noted();
    await using resources = new AsyncDisposableStack();
    const connect = async () => {
      if (waits.length === 2) resources.use(await countingProxy(database.url, Number(new URL(away.url).port)));
      return connectDb(withoutTls(away.url), [], [OnceMigration]);
    };

    const orm = resources.use(await patiently(connect, log));

    expect(await orm.em.fork().execute('select * from once')).toHaveLength(1);
    expect(waits).toMatchObject([{ pauseMs: 200 }, { pauseMs: 400 }]);
  });

  it('does not wait for ever, nor after errors that a retry does not resolve', async () => {
    await using database = await emptyDatabase();
    const away = await countingProxy(database.url);
    await away[Symbol.asyncDispose]();
    const other = new URL(database.url);
    other.password = 'another';
    const { waits, log } = noted();

    await expect(patiently(() => connectDb(withoutTls(away.url), [], []), log, 0)).rejects.toThrow('ECONNREFUSED');
    await expect(patiently(() => connectDb(withoutTls(other.href), [], []), log)).rejects.toThrow('password');
    expect(waits).toEqual([]);
  });
});
