import { randomUUID } from 'node:crypto';
import { untilWaiting } from '@estampa/testing/lock-waiters';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OneVariantProduct, putOnSale } from './one-variant-product.ts';
import { printedOnFront, printing, usedOf } from './printed-on-front.ts';
import { aRender, openShopFloor, type ShopFloor } from './shop-floor.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

/** Lets these requests come as far as the product's row, which meanwhile becomes as the statement has it. */
async function meanwhile(product: OneVariantProduct, set: string, ...requests: (() => Promise<unknown>)[]) {
  const { database } = floor.service;
  const blocker = await database.connect();
  await blocker.query('begin');
  await blocker.query('select from seller_product where id = $1 for update', [product.sellerProductId]);
  const responses = Promise.allSettled(requests.map((request) => request()));
  await untilWaiting(database, blocker, requests.length);
  await blocker.query(`update seller_product set ${set} where id = $1`, [product.sellerProductId]);
  await blocker.query('commit');
  blocker.release();
  return (await responses).map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as { kind: string }).kind));
}

it.each(['draft', 'active'])(
  'of two changes of the surfaces of a product that is %s one is a conflict',
  async (status) => {
    const { type, product, other, onBack, onSleeve } = await printedOnFront(floor);
    aRender(floor, other.id, onBack);
    aRender(floor, product.artwork.id, onSleeve);
    if (status === 'active') await putOnSale(floor, type, product);
    await floor.service.database.query('update seller_product_variant set price_cents = 20000 where id = $1', [
      product.first.id,
    ]);

    const outcomes = await meanwhile(
      product,
      'id = id',
      () => printing(product, { back: other.id }),
      () => printing(product, { sleeve: product.artwork.id }),
      () => product.products.updateSellerProduct({ id: product.sellerProductId, updateMask: ['title'], title: 'Nova' }),
    );

    expect(outcomes.slice(0, 2).toSorted()).toEqual(['conflict', 'done']);
    expect(outcomes[2]).toBe('done');
    const { sellerProduct } = await product.products.getSellerProduct({ id: product.sellerProductId });
    expect(usedOf(sellerProduct!)).toHaveLength(2);
    expect(sellerProduct!.title).toBe('Nova');
  },
);

it('the same change twice at once is one, and none is made for a product that others put on sale or take off it', async () => {
  const { type, product, other, onBack } = await printedOnFront(floor);
  const same = () => printing(product, { back: other.id });
  expect(await meanwhile(product, 'id = id', same, same)).toEqual(['done', 'done']);

  const slug = `slug = 's-${randomUUID()}'`;
  expect(await meanwhile(product, `status = 'active', ${slug}`, () => printing(product, {}))).toEqual(['conflict']);

  await floor.service.database.query(`update seller_product set status = 'paused' where id = $1`, [
    product.sellerProductId,
  ]);
  await printing(product, {});
  await putOnSale(floor, type, product);
  aRender(floor, other.id, onBack);
  // What is there already is not looked at on sale, and has to be when the product goes on sale again.
  const goOn = () =>
    product.products.updateSellerProduct({
      id: product.sellerProductId,
      updateMask: ['status', 'surfaces'],
      status: 'active',
      surfaces: {
        list: [
          { surface: 'front', artworkId: product.artwork.id },
          { surface: 'back', artworkId: other.id },
        ],
      },
    });
  expect(await meanwhile(product, `status = 'paused'`, goOn)).toEqual(['conflict']);
});
