import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productWithOneVariant, putOnSale } from './one-variant-product.ts';
import { aDraft, admin, anArtwork, aSeller, customer, openShopFloor, setUpType, type ShopFloor } from './shop-floor.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

const front = { key: 'front', name: 'Frente', extraCostCents: 0, required: true };
const back = { key: 'back', name: 'Costas', widthMm: 300, heightMm: 400.5, extraCostCents: 1_200, required: false };
const newType = () => ({
  slug: `type-${randomUUID().slice(0, 8)}`,
  name: 'Camiseta',
  platformFeeBasisPoints: 1500,
  artistRoyaltyBasisPoints: 5000,
});

it('a type has the surfaces that it is created with, or front alone, and gets more', async () => {
  const { types } = floor.as(admin);
  const { productType: plain } = await types.createProductType(newType());
  const { productType } = await types.createProductType({ ...newType(), surfaces: [{ ...front, name: 'Peito' }, back] });
  expect([plain!.surfaces, productType!.surfaces]).toEqual([[front], [{ ...front, name: 'Peito' }, back]]);

  const { id } = productType!;
  const update = (surfaces: (typeof back | typeof front)[]) =>
    types.updateProductType({ id, updateMask: ['surfaces'], surfaces });
  const sleeve = { ...front, key: 'sleeve', name: 'Manga', extraCostCents: 700, required: false };
  const changed = [{ ...front, extraCostCents: 100 }, sleeve, back];
  expect((await update(changed)).productType!.surfaces).toEqual(changed);
  expect((await update(changed)).productType!.surfaces).toEqual(changed);
  expect((await types.getProductType({ id })).productType!.surfaces).toEqual(changed);
  for (const left of [[front], [back, front, sleeve], []]) {
    await expect(update(left)).rejects.toMatchObject({ kind: 'invalid', reason: 'validation_failed' });
  }

  await eventually(async () => {
    const events = (await floor.service.events('catalog.v1')).filter(({ key }) => key === `product_type:${id}`);
    expect(events.map(({ value }) => value.version)).toEqual([1, 2]);
    expect(events.at(-1)!.value.productType.surfaces.map(({ key }: { key: string }) => key)).toEqual([
      'front',
      'sleeve',
      'back',
    ]);
  });
});

it('a product uses the first surface with its artwork, and none that is not printed yet', async () => {
  const type = await setUpType(floor);
  await floor.as(admin).types.updateProductType({
    id: type.productTypeId,
    updateMask: ['surfaces'],
    surfaces: [front, back],
  });
  const seller = aSeller();
  const [artwork, other] = [anArtwork(floor, seller.sellerProfileId), anArtwork(floor, seller.sellerProfileId)];
  const stranger = anArtwork(floor, randomUUID());
  const { products } = floor.as(seller);
  const create = (...surfaces: [string, string][]) =>
    products.createSellerProduct({
      ...aDraft(type, artwork),
      surfaces: surfaces.map(([surface, artworkId]) => ({ surface, artworkId })),
    });

  const expected = [{ surface: 'front', artworkId: artwork.id }];
  for (const given of [[], [['front', artwork.id.toUpperCase()]]] as [string, string][][]) {
    expect((await create(...given)).sellerProduct!.surfaces).toEqual(expected);
  }

  const rejected = (error: object) => ({ kind: 'invalid', details: { fields: [expect.objectContaining(error)] } });
  await expect(create(['front', artwork.id], ['back', other.id])).rejects.toMatchObject(
    rejected({ path: 'surfaces[1].surface', code: 'surface_not_printed' }),
  );
  await expect(create(['front', other.id])).rejects.toMatchObject(
    rejected({ path: 'artworkId', code: 'other_artwork' }),
  );
  await expect(create(['front', artwork.id], ['back', stranger.id])).rejects.toMatchObject(
    rejected({ path: 'surfaces[1].artworkId', code: 'unknown_reference' }),
  );
});

it('a price covers what its surfaces add to the cost, which is quoted and shared out with it', async () => {
  const type = await setUpType(floor);
  const product = await productWithOneVariant(floor, type);
  const costs = (extraCostCents: number) =>
    floor.as(admin).types.updateProductType({
      id: type.productTypeId,
      updateMask: ['surfaces'],
      surfaces: [{ ...front, extraCostCents }],
    });
  const variant = async () =>
    (await product.products.getSellerProduct({ id: product.sellerProductId })).sellerProduct!.variants[0]!;
  expect(await variant()).toMatchObject({ priceCents: 7_990, earningsCents: 1_646, priceBelowCost: false });
  await costs(1_000);
  expect(await variant()).toMatchObject({ earningsCents: 1_146, priceBelowCost: false });
  await expect(
    product.products.updateSellerProductVariant({ ...product.ids, updateMask: ['price_cents'], priceCents: 5_294 }),
  ).rejects.toMatchObject({ reason: 'price_too_low', message: expect.stringContaining('at least 5295') });

  await putOnSale(floor, type, product);
  const selectedOptions = { color: 'white' };
  const items = [
    { sellerProductId: product.sellerProductId, sellerProductVariantId: product.first.id, quantity: 1, selectedOptions },
  ];
  const quote = async () => (await floor.as(customer).products.quoteItems({ items })).items[0];
  const surface = { surface: 'front', name: 'Frente', artworkId: product.artwork.id, extraCostCents: 1_000 };
  expect(await quote()).toMatchObject({ baseCostCents: 4_500, surfaces: [surface] });

  // A later rise changes nothing of what is on sale but its cost, and a product of a previous version is no other.
  await costs(4_000);
  const withoutSurfaces = 'update seller_product set surfaces = null where id = $1';
  await floor.service.database.query(withoutSurfaces, [product.sellerProductId]);
  expect(await quote()).toMatchObject({ baseCostCents: 7_500, surfaces: [{ ...surface, extraCostCents: 4_000 }] });
  expect(await variant()).toMatchObject({ priceCents: 7_990, earningsCents: 0, priceBelowCost: true });
});
