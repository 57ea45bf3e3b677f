import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb, type Orm } from '@estampa/kit/postgres/connect';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PoolClient } from 'pg';
import { migrations } from '../src/db/migrations.ts';
import { MARK_MAX_AGE_S, NAMES_MAX, pageChanges } from '../src/db/page-change-repository.ts';
import { demoIds, type Ids, product, productType, profile, emit, fullProduct } from './announcements.ts';
import { startStorefront } from './storefront.ts';

let service: ServiceUnderTest;
let orm: Orm & AsyncDisposable;
beforeAll(async () => {
  service = await startStorefront();
  orm = await connectDb(withoutTls(service.database.options.connectionString!), [], migrations);
});
afterAll(async () => {
  await orm?.[Symbol.asyncDispose]();
  await service?.stop();
});

const check = (mark: string) => pageChanges.find(orm.em.fork(), mark);
const markNow = async () => (await check('')).mark;
const namesSince = async (mark: string) => (await check(mark)).names?.toSorted();
const change = (...names: string[]) => orm.em.fork().transactional((tx) => pageChanges.insert(tx, names));

/** A transaction that has changed something and is still open. */
async function begun(name: string): Promise<{ end(how: 'commit' | 'rollback'): Promise<void> }> {
  const client: PoolClient = await service.database.connect();
  await client.query('begin');
  await client.query('insert into page_change (names) values ($1)', [[name]]);
  return {
    async end(how) {
      await client.query(how);
      client.release();
    },
  };
}

describe('a check', () => {
  it('names each change since the earlier check once', async () => {
    const mark = await markNow();
    expect(await namesSince(mark)).toEqual([]);

    await change('b', 'a');
    await change('b');

    expect(await namesSince(mark)).toEqual(['a', 'b']);
    expect(await namesSince(await markNow())).toEqual([]);
  });

  it('names each change once it is committed, in whatever order transactions begin and commit', async () => {
    const first = await begun('first');
    const second = await begun('second');
    const undone = await begun('undone');
    const before = await markNow();
    expect(await namesSince(before)).toEqual([]);

    await second.end('commit');
    const between = await check(before);
    expect(between.names).toEqual(['second']);

    const third = await begun('third');
    await undone.end('rollback');
    await third.end('commit');
    await first.end('commit');
    expect(await namesSince(between.mark)).toEqual(['first', 'third']);
    expect(await namesSince(before)).toEqual(['first', 'second', 'third']);
  });

  it.each(['', 'x', ' ', '1:2:', `${'0'.repeat(36)} 1 1:2:`])(
    'reports everything as changed after the mark %j',
    async (mark) => {
      expect((await check(mark)).names).toBeNull();
    },
  );

  it('reports everything as changed after a mark that is too old', async () => {
    const mark = await markNow();
    const aged = (seconds: number) => mark.replace(/ (\d+) /, (_all, at) => ` ${Number(at) - seconds} `);

    expect((await check(aged(MARK_MAX_AGE_S - 10))).names).toEqual([]);
    expect((await check(aged(MARK_MAX_AGE_S + 1))).names).toBeNull();
  });

  it('lists names up to the limit, and reports everything as changed beyond it', async () => {
    const mark = await markNow();
    await change(...Array.from({ length: NAMES_MAX }, (_one, at) => `n${at}`));
    expect((await check(mark)).names).toHaveLength(NAMES_MAX);

    await change('one-more');
    expect((await check(mark)).names).toBeNull();
  });

  it('reports everything as changed when the tables start empty, as after a crash', async () => {
    const mark = await markNow();

    await service.database.query('truncate page_change, page_change_epoch');

    expect((await check(mark)).names).toBeNull();
    expect(await namesSince(await markNow())).toEqual([]);
  });

  it('reports everything as changed when the previous version has changed something', async () => {
    const mark = await markNow();

    await service.database.query('update change_mark set value = value + 1 where shard = 3');

    expect((await check(mark)).names).toBeNull();
  });
});

describe('a published event', () => {
  const cards = (ids: Ids) => `cards:${ids.seller}`;
  const productNames = (ids: Ids) => [
    `item:${ids.product}`,
    `product:${ids.seller}/${ids.product}`,
    `product:${ids.seller}/onca-${ids.product}`,
  ];
  const storeNames = (ids: Ids) => [
    `seller:${ids.seller}`,
    `store:${ids.seller}`,
    `store:${`loja-${ids.seller}`.slice(0, 30)}`,
  ];

  it('names the store, or the product and the cards of its store, and no others', async () => {
    const [ids, other] = [demoIds(), demoIds()];
    await emit(service, [...fullProduct(ids), ...fullProduct(other)]);

    let mark = await markNow();
    await emit(service, [profile(ids, { bio: 'Outra' }, 2)]);
    expect(await namesSince(mark)).toEqual(storeNames(ids).toSorted());

    mark = await markNow();
    await emit(service, [product(ids, { title: 'Outra' }, 2)]);
    expect(await namesSince(mark)).toEqual([cards(ids), ...productNames(ids)].toSorted());

    mark = await markNow();
    const renamed = { id: ids.type, slug: 'camiseta', name: 'Camisa', isActive: true };
    await emit(service, [productType(ids, { productType: renamed }, 2)]);
    expect(await namesSince(mark)).toEqual([cards(ids), ...productNames(ids)].toSorted());
  });

  it('names a product that goes off sale and one that comes back, and none that is not shown', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));

    let mark = await markNow();
    await emit(service, [product(ids, { status: 'paused' }, 2)]);
    expect(await namesSince(mark)).toEqual(['home', cards(ids), ...productNames(ids)].toSorted());

    mark = await markNow();
    await emit(service, [product(ids, { status: 'paused', title: 'Ainda' }, 3)]);
    expect(await namesSince(mark)).toEqual([]);

    await emit(service, [product(ids, {}, 4)]);
    expect(await namesSince(mark)).toEqual(['home', cards(ids), ...productNames(ids)].toSorted());
  });

  it('names the store when its likes change', async () => {
    const ids = demoIds();
    await emit(service, fullProduct(ids));
    await service.database.query('update product_count set likes_count = 3 where id = $1', [ids.product]);
    await service.database.query('update store set likes_received_count = 3 where id = $1', [ids.seller]);

    const mark = await markNow();
    await emit(service, [product(ids, { status: 'archived' }, 2)]);

    expect(await namesSince(mark)).toContain(`store:${ids.seller}`);
  });
});
