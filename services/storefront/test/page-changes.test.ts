import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb, type Orm } from '@estampa/kit/postgres/connect';
import type { ServiceUnderTest } from '@estampa/testing/start-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../src/db/migrations.ts';
import { pageChanges } from '../src/db/page-change-repository.ts';
import { demoIds, type Ids, product, productType, profile, emit, fullProduct } from './announcements.ts';
import { startStorefront, withoutSearch } from './storefront.ts';

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
const namesSince = async (mark: string) => withoutSearch((await check(mark)).names ?? ['everything']).toSorted();

describe('a published event', () => {
  const cards = (ids: Ids) => `cards:${ids.seller}`;
  const shelf = (ids: Ids) => `shelf:${ids.type}`;
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
    expect(await namesSince(mark)).toEqual(['home', shelf(ids), cards(ids), ...productNames(ids)].toSorted());

    mark = await markNow();
    await emit(service, [product(ids, { status: 'paused', title: 'Ainda' }, 3)]);
    expect(await namesSince(mark)).toEqual([]);

    await emit(service, [product(ids, {}, 4)]);
    expect(await namesSince(mark)).toEqual(['home', shelf(ids), cards(ids), ...productNames(ids)].toSorted());
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
