import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import {
  aDraft,
  anArtwork,
  aRender,
  aSeller,
  openShopFloor,
  setUpType,
  type ShopFloor,
  type TypeOnSale,
} from './shop-floor.ts';

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

function aStudio() {
  const seller = aSeller();
  const artwork = anArtwork(floor, seller.sellerProfileId);
  return { seller, artwork, products: floor.as(seller).products, draft: aDraft(type, artwork) };
}

const setStatus = (id: string, status: string) => ({ id, updateMask: ['status'], status });

describe('changing', () => {
  it('touches only what the mask names, and says nothing when nothing changes', async () => {
    const { products, draft } = aStudio();
    const { sellerProduct } = await products.createSellerProduct({ ...draft, slug: 'old', description: 'words' });
    const { id } = sellerProduct!;

    const changed = await products.updateSellerProduct({ id, updateMask: ['title', 'description'], title: 'New' });
    const again = await products.updateSellerProduct({
      id,
      updateMask: ['title', 'status'],
      title: 'New',
      status: 'draft',
    });

    expect(changed.sellerProduct).toMatchObject({ title: 'New', slug: 'old', description: undefined });
    expect(again.sellerProduct).toEqual(changed.sellerProduct);
    await eventually(async () => {
      const own = (await floor.service.events('catalog.v1')).filter(({ key }) => key === `seller_product:${id}`);
      expect(own.map(({ value }) => value.version)).toEqual([1, 2]);
    });
  });

  it('rejects what cannot be cleared or is not known', async () => {
    const { products, draft } = aStudio();
    const { id } = (await products.createSellerProduct(draft)).sellerProduct!;

    for (const wrong of [
      { updateMask: ['title'] },
      { updateMask: ['price'] },
      { updateMask: ['productTypeId'] },
      { updateMask: ['status'], status: 'sold' },
    ]) {
      await expect(products.updateSellerProduct({ id, ...wrong })).rejects.toMatchObject({
        reason: 'validation_failed',
      });
    }
  });

  it('publishes what is complete, and the store with the first product', async () => {
    const { seller, artwork, products, draft } = aStudio();
    const { id } = (await products.createSellerProduct(draft)).sellerProduct!;
    const publish = () => products.updateSellerProduct(setStatus(id, 'active'));
    await expect(publish()).rejects.toMatchObject({
      kind: 'wrong_state',
      reason: 'cannot_publish',
      message: expect.stringContaining('a slug and a render'),
    });
    const storesOf = () => floor.neighbours.publishedStores.filter((store) => store === seller.sellerProfileId);
    expect(storesOf()).toEqual([]);
    aRender(floor, artwork.id, type.template.id);
    await products.updateSellerProduct({ id, updateMask: ['slug'], slug: 'poster' });

    const { sellerProduct } = await publish();

    expect(sellerProduct).toMatchObject({ status: 'active', publishedAt: expect.any(Date) });
    expect(storesOf()).toHaveLength(1);
    await products.updateSellerProduct(setStatus(id, 'paused'));
    const again = await publish();
    expect(again.sellerProduct!.publishedAt).toEqual(sellerProduct!.publishedAt);
    expect(storesOf()).toHaveLength(1);
    const second = await products.createSellerProduct({ ...draft, slug: 'second' });
    await products.updateSellerProduct(setStatus(second.sellerProduct!.id, 'active'));
    expect(storesOf()).toHaveLength(1);
  });

  it('rejects what is sold below its cost, at each way onto sale, and lets prices of live products be', async () => {
    const own = await setUpType(floor);
    const seller = aSeller();
    const artwork = anArtwork(floor, seller.sellerProfileId);
    const { products } = floor.as(seller);
    aRender(floor, artwork.id, own.template.id);
    const raise = (cents: number) =>
      floor.service.database.query('update product_variant set base_cost_cents = $2 where id = $1', [
        own.variants[1]!.id,
        cents,
      ]);
    const { sellerProduct } = await products.createSellerProduct({ ...aDraft(own, artwork), slug: 'dear' });
    const { id, variants } = sellerProduct!;
    const at = variants.findIndex(({ productVariantId }) => productVariantId === own.variants[1]!.id);
    const publish = () => products.updateSellerProduct(setStatus(id, 'active'));
    const rejection = {
      kind: 'invalid',
      reason: 'price_too_low',
      details: { fields: [{ path: `variants[${at}].priceCents`, message: expect.stringContaining('at least') }] },
    };

    await raise(9000);
    await expect(publish()).rejects.toMatchObject(rejection);
    expect(floor.neighbours.publishedStores).not.toContain(seller.sellerProfileId);
    await raise(3500);
    await publish();
    await raise(9000);
    const live = await products.updateSellerProduct({
      id,
      updateMask: ['title', 'status'],
      title: 'Live',
      status: 'active',
    });
    expect(live.sellerProduct).toMatchObject({ title: 'Live', status: 'active' });
    await products.updateSellerProduct(setStatus(id, 'paused'));

    await expect(publish()).rejects.toMatchObject(rejection);
    await products.deactivateSellerProductVariant({ sellerProductId: id, id: variants[at]!.id });
    expect((await publish()).sellerProduct).toMatchObject({ status: 'active' });
  });

  it('publishes no store for a product that is rejected its slug', async () => {
    const { seller, artwork, products, draft } = aStudio();
    aRender(floor, artwork.id, type.template.id);
    await products.createSellerProduct({ ...draft, slug: 'same' });
    const { id } = (await products.createSellerProduct(draft)).sellerProduct!;

    await expect(
      products.updateSellerProduct({ id, updateMask: ['slug', 'status'], slug: 'same', status: 'active' }),
    ).rejects.toMatchObject({ kind: 'conflict', reason: 'already_exists' });

    expect(floor.neighbours.publishedStores).not.toContain(seller.sellerProfileId);
  });

  it('takes renders only from active templates of the type', async () => {
    const { artwork, products, draft } = aStudio();
    const { template } = await setUpType(floor);
    aRender(floor, artwork.id, template.id);
    const { id } = (await products.createSellerProduct({ ...draft, slug: 'foreign-render' })).sellerProduct!;

    await expect(products.updateSellerProduct(setStatus(id, 'active'))).rejects.toThrow(/needs a render/);
  });

  it('serializes concurrent changes', async () => {
    const { products, draft } = aStudio();
    const { id } = (await products.createSellerProduct(draft)).sellerProduct!;

    await Promise.all(
      ['a', 'b', 'c', 'd'].map((title) => products.updateSellerProduct({ id, updateMask: ['title'], title })),
    );

    const { rows } = await floor.service.database.query('select version from seller_product where id = $1', [id]);
    expect(rows).toEqual([{ version: 5 }]);
  });
});
