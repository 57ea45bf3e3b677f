import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { productWithOneVariant, putOnSale } from './one-variant-product.ts';
import {
  aDraft,
  admin,
  anArtwork,
  aRender,
  aSeller,
  customer,
  openShopFloor,
  setUpType,
  type ShopFloor,
} from './shop-floor.ts';

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
  const { productType } = await types.createProductType({
    ...newType(),
    surfaces: { list: [{ ...front, name: 'Peito' }, back] },
  });
  expect([plain!.surfaces, productType!.surfaces]).toEqual([[front], [{ ...front, name: 'Peito' }, back]]);

  const { id } = productType!;
  const update = (surfaces: (typeof back | typeof front)[]) =>
    types.updateProductType({ id, updateMask: ['surfaces'], surfaces: { list: surfaces } });
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

it('a product shows artworks of its seller on surfaces of its type, and goes on sale when each has a render', async () => {
  const type = await setUpType(floor);
  await floor.as(admin).types.updateProductType({
    id: type.productTypeId,
    updateMask: ['surfaces'],
    surfaces: { list: [front, back] },
  });
  const seller = aSeller();
  const [artwork, other] = [anArtwork(floor, seller.sellerProfileId), anArtwork(floor, seller.sellerProfileId)];
  const stranger = anArtwork(floor, randomUUID());
  const { products } = floor.as(seller);
  const create = (...surfaces: [string, string][]) =>
    products.createSellerProduct({
      ...aDraft(type, artwork),
      surfaces:
        surfaces.length > 0 ? { list: surfaces.map(([surface, artworkId]) => ({ surface, artworkId })) } : undefined,
    });

  const { templates } = floor.as(admin);
  const { productTypeId } = type;
  const backTemplate = { productTypeId, displayName: 'Costas', assets: {}, isActive: true };
  const { template: behind } = await templates.createTemplate({ ...backTemplate, surface: 'back' });
  const { template: before } = await templates.createTemplate({ ...backTemplate, surface: 'front' });
  expect([behind!.surface, before!.surface]).toEqual(['back', undefined]);
  const showing = (id: string, surface: string) =>
    templates.updateTemplate({ id, updateMask: ['surface'], assets: {}, surface });
  expect((await showing(before!.id, 'back')).template).toMatchObject({ surface: 'back', revision: 1 });
  expect((await showing(before!.id, 'front')).template!.surface).toBeUndefined();
  await expect(showing(before!.id, 'hood')).rejects.toMatchObject({ reason: 'validation_failed' });

  const onFront = { templateIds: [type.template.id, before!.id], furtherTemplateIds: [] };
  const shownOnFront = { surface: 'front', artworkId: artwork.id, ...onFront };
  for (const given of [[], [['front', artwork.id.toUpperCase()]]] as [string, string][][]) {
    expect((await create(...given)).sellerProduct!.surfaces).toEqual([shownOnFront]);
  }
  const { sellerProduct } = await create(['back', other.id], ['front', artwork.id]);
  expect(sellerProduct).toMatchObject({
    templateIds: shownOnFront.templateIds,
    surfaces: [shownOnFront, { surface: 'back', artworkId: other.id, templateIds: [behind!.id] }],
  });
  const publish = () =>
    products.updateSellerProduct({
      id: sellerProduct!.id,
      updateMask: ['slug', 'status'],
      slug: `s-${randomUUID()}`,
      status: 'active',
    });
  aRender(floor, artwork.id, type.template.id);
  aRender(floor, other.id, type.template.id);
  await expect(publish()).rejects.toMatchObject({ reason: 'cannot_publish', message: expect.stringMatching(/render/) });
  aRender(floor, other.id, behind!.id);
  await publish();
  const items = sellerProduct!.variants.slice(0, 1).map(({ id }) => ({
    sellerProductId: sellerProduct!.id,
    sellerProductVariantId: id,
    quantity: 1,
    selectedOptions: { color: 'white' },
  }));
  expect((await floor.as(customer).products.quoteItems({ items })).items[0]).toMatchObject({
    baseCostCents: 4_700,
    surfaces: [
      { surface: 'front', artworkId: artwork.id, extraCostCents: 0 },
      { surface: 'back', name: 'Costas', artworkId: other.id, extraCostCents: 1_200, widthMm: 300, heightMm: 400.5 },
    ],
  });

  const rejected = (error: object) => ({ kind: 'invalid', details: { fields: [expect.objectContaining(error)] } });
  await expect(create(['back', other.id])).rejects.toMatchObject(rejected({ path: 'surfaces', code: 'required' }));
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
      surfaces: { list: [{ ...front, extraCostCents }] },
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
    {
      sellerProductId: product.sellerProductId,
      sellerProductVariantId: product.first.id,
      quantity: 1,
      selectedOptions,
    },
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
