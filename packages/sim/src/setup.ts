import { randomBytes } from 'node:crypto';
import { entities as catalogEntities } from '@estampa/catalog/db/entities';
import { migrations as catalogMigrations } from '@estampa/catalog/db/migrations';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb, type Entity, type MigrationClass, type Orm } from '@estampa/kit/postgres/connect';
import { entities as mediaEntities } from '@estampa/media-render/db/entities';
import { migrations as mediaMigrations } from '@estampa/media-render/db/migrations';
import { createLog } from '@estampa/kit/telemetry/log';
import { entities as ordersEntities } from '@estampa/orders-payments/db/entities';
import { migrations as ordersMigrations } from '@estampa/orders-payments/db/migrations';
import { entities as payoutsEntities } from '@estampa/payouts/db/entities';
import { migrations as payoutsMigrations } from '@estampa/payouts/db/migrations';
import { entities as fulfillmentEntities } from '@estampa/fulfillment-shipping/db/entities';
import { migrations as fulfillmentMigrations } from '@estampa/fulfillment-shipping/db/migrations';
import { createDatabase, dropDatabase } from '@estampa/stack/infrastructure/databases';
import pg from 'pg';
import type { ShopShare } from './history/history.ts';
import type { Surroundings } from './history/rest.ts';
import type { Databases } from './history/services.ts';
import { Database } from './postgres/database.ts';
import { FORGET_WENT_BACK, MONOTONIC } from './postgres/monotonic.ts';

/**
 * `now()` is the virtual clock's, ids are counted, what is written has no place in the log that another history has moved, and limits for
 * waiting are the simulator's; whoever finds them by the path gets these.
 */
const VIRTUAL = `
  create schema sim;
  create sequence sim.ids;
  create function sim.gen_random_uuid() returns uuid language sql volatile as
    $$ select md5(nextval('sim.ids')::text)::uuid $$;
  create function sim.now() returns timestamptz language sql stable as
    $$ select coalesce(nullif(current_setting('sim.now', true), '')::timestamptz, pg_catalog.now()) $$;
  create function sim.clock_timestamp() returns timestamptz language sql volatile as $$ select sim.now() $$;
  create function sim.pg_logical_emit_message(transactional boolean, prefix text, content text) returns pg_lsn
    language sql volatile as $$ select '0/1'::pg_lsn $$;
  create function sim.set_config(name text, value text, is_local boolean) returns text language sql volatile as
    $$ select pg_catalog.set_config(case when name = 'lock_timeout' then 'sim.lock_timeout' else name end, value, is_local) $$;`;

/**
 * Whoever waits for a lock looks for a circle at once, so that the one who closed it is always the one that fails, and then says to its
 * client that it waits: how long anything takes says nothing on a busy machine.
 */
const ROLE_SETTINGS = {
  search_path: 'public, sim, pg_catalog',
  deadlock_timeout: "'1ms'",
  log_lock_waits: 'on',
  client_min_messages: 'log',
  log_min_messages: 'fatal',
  lc_messages: "'C'",
  synchronous_commit: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** What it does, and when, would decide how a statement is planned. */
const WITHOUT_VACUUM = `
  do $$ declare one regclass; begin
    for one in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = off)', one);
    end loop;
  end $$`;

/** Fresh databases on a real server, as far as histories with so many second parts use them; all of it goes with `resources`. */
export async function prepare(
  serverUrl: string,
  shop: ShopShare,
  resources: AsyncDisposableStack,
  trace: Surroundings['trace'],
): Promise<Surroundings> {
  const prepared: [string, Prepared][] = [];
  for (const kind of usedWith(shop)) {
    const { entities, migrations } = KINDS[kind];
    prepared.push([kind, await prepareOne(serverUrl, kind, entities, migrations, resources)]);
  }
  const each = <T>(of: (one: Prepared) => T) =>
    Object.fromEntries(prepared.map(([kind, one]) => [kind, of(one)])) as Record<keyof Databases, T>;
  return {
    databases: each(({ database }) => database),
    observers: each(({ orm }) => orm),
    log: createLog('sim', 'silent'),
    trace,
    clear: async () => void (await Promise.all(prepared.map(([, one]) => one.clear()))),
  };
}

const KINDS: Record<keyof Databases, { entities: readonly Entity[]; migrations: readonly MigrationClass[] }> = {
  orders: { entities: ordersEntities, migrations: ordersMigrations },
  payouts: { entities: payoutsEntities, migrations: payoutsMigrations },
  fulfillment: { entities: fulfillmentEntities, migrations: fulfillmentMigrations },
  catalog: { entities: catalogEntities, migrations: catalogMigrations },
  media: { entities: mediaEntities, migrations: mediaMigrations },
};

function usedWith(shop: ShopShare): readonly (keyof Databases)[] {
  if (shop === 'only') return ['orders', 'catalog', 'media'];
  return shop === 0 ? ['orders', 'payouts', 'fulfillment'] : (Object.keys(KINDS) as (keyof Databases)[]);
}

type Prepared = { database: Database; orm: Orm; clear: () => Promise<void> };

async function prepareOne(
  serverUrl: string,
  kind: string,
  entities: readonly Entity[],
  migrations: readonly MigrationClass[],
  resources: AsyncDisposableStack,
): Promise<Prepared> {
  const name = `sim_${kind}_${randomBytes(4).toString('hex')}`;
  const url = await createDatabase(serverUrl, { name, password: randomBytes(12).toString('hex') });
  resources.defer(() => dropDatabase(serverUrl, name));
  const settings = Object.entries(ROLE_SETTINGS).map(
    ([setting, value]) => `alter role ${name} set ${setting} = ${value};`,
  );
  const own = new URL(serverUrl);
  own.pathname = name;
  await once(serverUrl, settings.join('\n'));
  await once(own.href, `${VIRTUAL} grant usage on schema sim to public; grant usage on sequence sim.ids to public`);
  const orm = await connectDb(withoutTls(url), entities, migrations, { poolMax: 2 });
  resources.defer(() => orm.close(true));
  await once(own.href, WITHOUT_VACUUM);
  await once(own.href, MONOTONIC);
  const database = await Database.open(url, own.href);
  resources.defer(() => database.close());
  const initial = await rowsAfterMigrations(database);
  // The first history finds the same pages as all others.
  await clear(database, initial);
  const clearIfUsed = async () => {
    if (database.takeUse()) await clear(database, initial);
  };
  return { database, orm, clear: clearIfUsed };
}

async function once(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const MIGRATIONS = 'mikro_orm_migrations';

type Stored = { table: string; rows: unknown };

/** What is there before anything has happened. */
async function rowsAfterMigrations(database: Database): Promise<Stored[]> {
  const initial: Stored[] = [];
  for (const table of await filledTables(database)) {
    const { rows } = await database.query<{ rows: unknown }>(`select json_agg(one) as rows from "${table}" as one`);
    if (rows[0]?.rows) initial.push({ table, rows: rows[0].rows });
  }
  return initial;
}

/** As fresh as after the migrations, to the last page and sequence: where rows lie may decide in which order they are found. */
async function clear(database: Database, initial: readonly Stored[]): Promise<void> {
  await database.query(FORGET_WENT_BACK);
  const filled = await filledTables(database);
  if (filled.length > 0) {
    await database.query(`truncate ${filled.map((table) => `"${table}"`).join(', ')} restart identity cascade`);
  }
  const { rows } = await database.query<{ name: string }>(
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public' and last_value is not null`,
  );
  for (const name of ['sim.ids', ...rows.map((row) => row.name)])
    await database.query(`alter sequence ${name} restart`);
  for (const { table, rows: stored } of initial) {
    const text = JSON.stringify(stored);
    await database.query(`insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`, [text]);
  }
  await database.beginSnapshot();
}

async function filledTables(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0 and relname <> '${MIGRATIONS}'`,
  );
  return rows.map(({ name }) => name);
}
