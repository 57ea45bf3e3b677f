import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { StorefrontServiceClient } from '@estampa/contracts/storefront/v1/storefront';
import { newId } from '@estampa/kernel/ids';
import { loseRecords } from '@estampa/kit/test/lose-records';
import { withAdmin } from '@estampa/stack/infrastructure/topics';
import { environmentOf, runOnce } from '@estampa/stack/processes/node-process';
import { eventually } from '@estampa/testing/eventually';
import { startMarketplace, type TestMarketplace } from '@estampa/testing/marketplace';
import type { ServiceView } from '@estampa/testing/service-view';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { READ_MODEL_TABLES } from '../src/db/rebuilt-tables.ts';
import { demoIds, type Ids, order, product, render, emit, fullProduct } from './announcements.ts';

const DEADLINE_MS = 120_000;
const REBUILD_LOCK = 7_301_005;
const shops = Array.from({ length: 5 }, demoIds);
const [shop, other] = shops as [Ids, Ids];

let marketplace: TestMarketplace;
let service: ServiceView;
let environment: Record<string, string>;
const owner = `owner_${newId().replaceAll('-', '_')}`;
beforeAll(async () => {
  marketplace = await startMarketplace({ only: ['storefront'], partitions: 2 });
  service = marketplace.service('storefront');
  await emit(service, [
    ...shops.flatMap(fullProduct),
    ...shops.map((ids) => render(ids, 'frente', {}, 2)),
    order(newId(), shop),
    order(newId(), other, { paidAt: new Date() }),
  ]);
  environment = await partOwner();
}, DEADLINE_MS);
afterAll(async () => {
  await marketplace?.stop();
  // The servers of a test run may be reused, and with them the role.
  await administer(
    'postgres',
    `do $$ begin drop role if exists ${owner}; exception when dependent_objects_still_exist then null; end $$`,
  );
});

it(
  'recreates the tables as they were, with counters from the follows and likes themselves',
  async () => {
    const { database } = service;
    for (const user of [newId(), newId()]) {
      await database.query('insert into product_like values ($1, $2, $3, now())', [newId(), user, shop.product]);
      await database.query('insert into follow values ($1, $2, $3, now())', [newId(), user, shop.seller]);
    }
    await database.query('update product_count set likes_count = 2 where id = $1', [shop.product]);
    await database.query('update store set followers_count = 2, likes_received_count = 2 where id = $1', [shop.seller]);
    const before = await contents();
    await database.query('update store_product set page_head = null where id = $1', [shop.product]);
    await database.query('update product_count set likes_count = 9 where id = $1', [shop.product]);
    await database.query('delete from store_product where id = $1', [other.product]);
    for (const table of ['template', 'artwork', 'sale', 'sales_count']) await database.query(`delete from ${table}`);
    await database.query('update sales_window set since = since - 10');
    await database.query('insert into count_change (seller_profile_id, seller_product_id, likes) values ($1, $2, 5)', [
      shop.seller,
      shop.product,
    ]);
    expect(await contents()).not.toEqual(before);

    expect(await startRebuild().ended).toBe(0);

    expect(await contents()).toEqual(before);
    expect((await database.query('select from count_change')).rowCount).toBe(0);
    expect(await leftovers()).toEqual({ schemas: [], groups: [] });
  },
  DEADLINE_MS,
);

it(
  'runs next to readers and writers, none of whom sees an error, an empty page or an older one',
  async () => {
    const [storefront, rebuild] = [service.client(StorefrontServiceClient), startRebuild()];
    const isRunning = () => rebuild.process.exitCode === null && rebuild.process.signalCode === null;
    const titleOf = ({ document }: { document?: { json: Buffer } | undefined }) =>
      JSON.parse(document!.json.toString()).title;

    let version = 1;
    const write = async () => {
      while (isRunning()) {
        const title = `Título ${++version}`;
        await emit(service, [product(shop, { title }, version)]);
        expect(titleOf(await storefront.getStoreProduct({ store: shop.seller, product: shop.product }))).toBe(title);
      }
    };
    let reads = 0;
    const read = async () => {
      while (isRunning()) {
        const list = await storefront.listStoreProducts({ store: other.seller, sort: '', page: undefined });
        expect(JSON.parse(list.document!.json.toString())).toMatchObject({
          total: 1,
          products: [{ id: other.product }],
        });
        const page = await storefront.getStoreProduct({ store: other.seller, product: other.product });
        expect(JSON.parse(page.document!.json.toString()).skus[0].renders).toHaveLength(1);
        reads += 1;
      }
    };
    await Promise.all([write(), read(), read()]);

    expect(await rebuild.ended).toBe(0);
    expect(reads).toBeGreaterThan(10);
    expect(version).toBeGreaterThan(5);
    expect(titleOf(await storefront.getStoreProduct({ store: shop.seller, product: shop.product }))).toBe(
      `Título ${version}`,
    );
  },
  DEADLINE_MS,
);

it(
  'runs once at a time',
  async () => {
    const client = await service.database.connect();
    await client.query('select pg_advisory_lock($1)', [REBUILD_LOCK]);
    const before = await contents();

    const rebuild = startRebuild();

    expect(await rebuild.ended).toBe(1);
    expect(rebuild.output()).toContain('Another rebuild of this read model is running');
    expect(await contents()).toEqual(before);
    await client.query('select pg_advisory_unlock($1)', [REBUILD_LOCK]);
    client.release();
  },
  DEADLINE_MS,
);

it(
  'changes nothing when it is killed before its end, and the next one starts clean',
  async () => {
    const before = await contents();
    const client = await service.database.connect();
    await client.query('begin; lock table store in access share mode');
    const killed = startRebuild();
    await eventually(() => killed.output().includes('the tables are in use'), { deadlineMs: DEADLINE_MS });

    killed.process.kill('SIGKILL');
    await killed.ended;

    expect(await contents()).toEqual(before);
    await client.query('rollback');
    client.release();
    expect(await startRebuild().ended).toBe(0);
    expect(await contents()).toEqual(before);
    expect((await leftovers()).schemas).toEqual([]);
  },
  DEADLINE_MS,
);

// Last: the topic is of no use afterwards.
it(
  'changes nothing when a topic has lost records, which the live tables still show',
  async () => {
    const before = await contents();
    const { infrastructure, prefix } = marketplace.surroundings;
    await loseRecords(infrastructure.kafka.brokers, prefix, 'catalog.v1');

    const rebuild = startRebuild();

    expect(await rebuild.ended).toBe(1);
    expect(rebuild.output()).toContain('catalog.v1 has lost its first records');
    expect(await contents()).toEqual(before);
  },
  DEADLINE_MS,
);

type Rebuild = { process: ChildProcess; ended: Promise<number | null>; output: () => string };

/** Transfers the service's tables to a role of their own, as docs/operations/install.md describes. */
async function partOwner(): Promise<Record<string, string>> {
  const serving = environmentOf('storefront', marketplace.surroundings);
  const url = new URL(serving.DATABASE_URL!);
  const role = url.username;
  await administer(
    url.pathname.slice(1),
    `begin;
     create role ${owner} login password 'owner';
     alter database ${role} owner to ${owner};
     reassign owned by ${role} to ${owner};
     grant connect on database ${role} to ${role};
     grant select, insert, update, delete on all tables in schema public to ${role};
     grant usage on all sequences in schema public to ${role};
     commit`,
  );
  await service.database.query('delete from count_change');
  [url.username, url.password] = [owner, 'owner'];
  const owning = { ...serving, DATABASE_OWNER_URL: url.href };
  const migrate = runOnce('services/storefront/src/main.ts', owning, ['migrate'], marketplace.surroundings);
  const [code] = await once(migrate, 'exit');
  expect(code).toBe(0);
  return owning;
}

async function administer(database: string, sql: string): Promise<void> {
  const url = new URL(marketplace.surroundings.infrastructure.postgres.url);
  url.pathname = database;
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** The real process, with the environment of the running service. */
function startRebuild(): Rebuild {
  const child = runOnce('services/storefront/src/rebuild.ts', environment, [], marketplace.surroundings);
  let output = '';
  child.stdout!.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { process: child, ended, output: () => output };
}

/** All rows of the read model, without timestamps of receipt. */
async function contents(): Promise<Record<string, unknown[]>> {
  const tables = READ_MODEL_TABLES.map(async (table) => {
    const { rows } = await service.database.query(
      `select to_jsonb(t) - 'told_at' as row from ${table} t order by (to_jsonb(t) - 'told_at')::text`,
    );
    return [table, rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

async function leftovers() {
  const { rows } = await service.database.query(`select nspname from pg_namespace where nspname = 'rebuild'`);
  const { infrastructure, prefix } = marketplace.surroundings;
  const groups = await withAdmin(infrastructure.kafka.brokers, async (admin) =>
    (await admin.listGroups()).filter((id) => id.startsWith(`${prefix}storefront-`)),
  );
  return { schemas: rows, groups };
}
