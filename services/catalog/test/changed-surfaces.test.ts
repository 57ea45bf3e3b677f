import { randomUUID } from 'node:crypto';
import type { ChosenSurface } from '@estampa/contracts/catalog/v1/used_surface';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { another, type OneVariantProduct, putOnSale } from './one-variant-product.ts';
import { back, front, printedOnFront, printing, sleeve, usedOf } from './printed-on-front.ts';
import { admin, anArtwork, aRender, customer, openShopFloor, type ShopFloor } from './shop-floor.ts';

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

const sent = (product: OneVariantProduct, list: ChosenSurface[]) =>
  product.products.updateSellerProduct({
    id: product.sellerProductId,
    updateMask: ['surfaces'],
    surfaces: { list },
  });

const rejected = (path: string, code: string) => ({
  kind: 'invalid',
  details: { fields: [expect.objectContaining({ path, code })] },
});

it('a draft is printed on whichever surfaces its seller wants, and its earnings follow', async () => {
  const { product, other, offer } = await printedOnFront(floor);
  const onFront = { surface: 'front', artworkId: product.artwork.id };

  const added = (await printing(product, { back: other.id.toUpperCase() })).sellerProduct!;
  expect(usedOf(added)).toEqual([
    ['front', product.artwork.id],
    ['back', other.id],
  ]);
  expect(added).toMatchObject({ artworkId: product.artwork.id, variants: [{ earningsCents: 1_046 }] });
  const { sellerProduct } = await product.products.getSellerProduct({ id: product.sellerProductId });
  expect(sellerProduct).toEqual(added);
  // What it has already may be inactive by now; the price is looked at when it goes on sale.
  other.status = 'inactive';
  const onBoth = (await printing(product, { back: other.id, sleeve: product.artwork.id })).sellerProduct!;
  expect(onBoth.variants).toMatchObject([{ earningsCents: 0, priceBelowCost: true }]);
  const alone = (await printing(product, {})).sellerProduct!;
  expect(alone).toMatchObject({ variants: [{ earningsCents: 1_646, priceBelowCost: false }] });
  expect((await printing(product, {})).sellerProduct).toEqual(alone);
  await expect(printing(product, { back: other.id })).rejects.toMatchObject({ reason: 'unknown_reference' });

  const stranger = anArtwork(floor, randomUUID());
  await expect(sent(product, [onFront, { surface: 'back', artworkId: stranger.id }])).rejects.toMatchObject(
    rejected('surfaces[1].artworkId', 'unknown_reference'),
  );
  const mine = anArtwork(floor, product.seller.sellerProfileId);
  await expect(sent(product, [{ surface: 'front', artworkId: mine.id }])).rejects.toMatchObject(
    rejected('surfaces[0].artworkId', 'immutable'),
  );
  await expect(sent(product, [onFront, { surface: 'hood', artworkId: mine.id }])).rejects.toMatchObject(
    rejected('surfaces[1].surface', 'unknown_reference'),
  );
  await expect(sent(product, [])).rejects.toMatchObject(rejected('surfaces', 'required'));
  await offer([front, { ...back, required: true }, sleeve]);
  await expect(printing(product, { sleeve: mine.id })).rejects.toMatchObject(rejected('surfaces', 'required'));

  await eventually(async () => {
    const events = (await floor.service.events('catalog.v1')).filter(
      ({ key }) => key === `seller_product:${product.sellerProductId}`,
    );
    expect(
      events.map(({ type, value }) => [type, value.version, usedOf(value.sellerProduct).map(([surface]) => surface)]),
    ).toEqual([
      ['seller_product_created', 1, ['front']],
      ['seller_product_updated', 2, ['front', 'back']],
      ['seller_product_updated', 3, ['front', 'back', 'sleeve']],
      ['seller_product_updated', 4, ['front']],
    ]);
  });
});

it('on sale a product gets a surface when that has a render and its prices still pay', async () => {
  const { type, product, other, onBack, onSleeve } = await printedOnFront(floor);
  await putOnSale(floor, type, product);
  const quote = async () => {
    const selectedOptions = { color: 'white' };
    const { sellerProductId } = product;
    const items = [{ sellerProductId, sellerProductVariantId: product.first.id, quantity: 1, selectedOptions }];
    const { baseCostCents, surfaces } = (await floor.as(customer).products.quoteItems({ items })).items[0]!;
    return [baseCostCents, surfaces.map(({ surface }) => surface)];
  };

  await expect(printing(product, { back: other.id })).rejects.toMatchObject({
    reason: 'cannot_publish',
    message: expect.stringMatching(/render/),
  });
  aRender(floor, other.id, onBack);
  const { sellerProduct } = await printing(product, { back: other.id });
  expect(sellerProduct).toMatchObject({ status: 'active', variants: [{ earningsCents: 1_046 }] });
  expect(await quote()).toEqual([4_700, ['front', 'back']]);

  aRender(floor, other.id, onSleeve);
  await expect(printing(product, { back: other.id, sleeve: other.id })).rejects.toMatchObject({
    reason: 'price_too_low',
    message: expect.stringContaining('variants[0].priceCents'),
  });
  expect(await quote()).toEqual([4_700, ['front', 'back']]);
  const publish = (list: { surface: string; artworkId: string }[]) =>
    product.products.updateSellerProduct({
      id: product.sellerProductId,
      updateMask: ['status', 'surfaces'],
      status: 'active',
      surfaces: { list },
    });
  const set = (status: string) =>
    product.products.updateSellerProduct({ id: product.sellerProductId, updateMask: ['status'], status });
  await set('paused');
  await printing(product, { sleeve: other.id });
  await expect(set('active')).rejects.toMatchObject({ reason: 'price_too_low' });
  await publish([{ surface: 'front', artworkId: product.artwork.id }]);
  expect(await quote()).toEqual([3_500, ['front']]);
});

it('on sale a surface goes only when what is left of the product has renders without it', async () => {
  const { type, product, other, onBack } = await printedOnFront(floor);
  const { id } = type.template;
  const printArea = { x: 0, y: 0, width: 10, height: 10 };
  const area = { surface: 'back', printArea, bleedMm: 0, safeMm: 0, blend: 'normal', inkOpacity: 1, underbase: false };
  await floor.as(admin).templates.updateTemplate({ id, updateMask: ['areas'], assets: {}, areas: { list: [area] } });
  await printing(product, { back: other.id });
  aRender(floor, product.artwork.id, `${id}.back.${other.id}`);
  aRender(floor, other.id, onBack);
  await product.products.updateSellerProduct({
    id: product.sellerProductId,
    updateMask: ['slug', 'status'],
    slug: `s-${randomUUID()}`,
    status: 'active',
  });

  await expect(printing(product, {})).rejects.toMatchObject({ reason: 'cannot_publish' });

  aRender(floor, product.artwork.id, id);
  expect(usedOf((await printing(product, {})).sellerProduct!)).toEqual([['front', product.artwork.id]]);
});

it('what costs less than before may go, though the price does not pay any more', async () => {
  const { type, product, other, onBack, offer } = await printedOnFront(floor);
  await putOnSale(floor, type, product);
  aRender(floor, other.id, onBack);
  await printing(product, { back: other.id });
  await offer([{ ...front, extraCostCents: 5_000 }, back, sleeve]);

  const { sellerProduct } = await printing(product, {});

  expect(sellerProduct).toMatchObject({ status: 'active', variants: [{ priceBelowCost: true }] });
});

it('a variant that was away while surfaces were added comes back only with a price that pays', async () => {
  const { type, product, other, onBack } = await printedOnFront(floor);
  const { products, sellerProductId, first } = product;
  const cheap = { ...another(type), priceCents: 4_500, allowedOptions: {} };
  const { variant } = await products.createSellerProductVariant({ sellerProductId, variant: cheap });
  await putOnSale(floor, type, product);
  aRender(floor, other.id, onBack);
  const ids = { sellerProductId, id: variant!.id };
  const comeBack = (given: { priceCents?: number } = {}) =>
    products.updateSellerProductVariant({
      ...ids,
      updateMask: ['is_active', ...('priceCents' in given ? ['price_cents'] : [])],
      isActive: true,
      ...given,
    });
  await expect(printing(product, { back: other.id })).rejects.toMatchObject({ reason: 'price_too_low' });
  await products.deactivateSellerProductVariant(ids);
  await printing(product, { back: other.id });

  await expect(comeBack()).rejects.toMatchObject({
    reason: 'price_too_low',
    details: { fields: [expect.objectContaining({ path: 'priceCents' })] },
  });
  expect((await comeBack({ priceCents: first.priceCents })).variant).toMatchObject({
    isActive: true,
    priceBelowCost: false,
  });
});

it('a surface takes a layer for texts, keeps it while nothing is said of it, and loses it', async () => {
  const { product, other } = await printedOnFront(floor);
  const onFront = { surface: 'front', artworkId: product.artwork.id };
  const onBack = { surface: 'back', artworkId: other.id };
  const textLayer = {
    fonts: ['anton', 'caveat'],
    colors: ['#1f2a44'],
    box: { x: 0.1, y: 0.7, width: 0.8, height: 0.2 },
    maxCharacters: 12,
    curve: -30,
    required: true,
  };
  const layersOf = (shown: { surfaces: { textLayer?: object | undefined }[] } | undefined) =>
    shown!.surfaces.map((used) => used.textLayer);
  const layer = { ...textLayer, colors: ['#1F2A44'] };

  const given = (await sent(product, [{ ...onFront, textLayer }])).sellerProduct;
  expect(layersOf(given)).toEqual([layer]);
  expect((await sent(product, [{ ...onFront, textLayer }])).sellerProduct).toEqual(given);
  const wider = { ...textLayer, box: { ...textLayer.box, width: 0.9 } };
  expect(layersOf((await sent(product, [onFront, { ...onBack, textLayer: wider }])).sellerProduct)).toEqual([
    layer,
    { ...layer, box: wider.box },
  ]);
  expect(layersOf((await sent(product, [{ ...onFront, withoutText: true }, onBack])).sellerProduct)).toEqual([
    undefined,
    { ...layer, box: wider.box },
  ]);

  const wrong = { ...textLayer, fonts: ['comic'], box: { ...textLayer.box, y: 0.9 } };
  await expect(sent(product, [onFront, { ...onBack, textLayer: wrong }])).rejects.toMatchObject({
    reason: 'validation_failed',
    details: {
      fields: [
        expect.objectContaining({ path: 'surfaces[1].textLayer.fonts[0]', code: 'unknown_value' }),
        expect.objectContaining({ path: 'surfaces[1].textLayer.box', code: 'outside_print_area' }),
      ],
    },
  });
  const nowhere = { ...textLayer, box: { ...textLayer.box, width: 0 } };
  await expect(sent(product, [{ ...onFront, textLayer: nowhere }])).rejects.toMatchObject(
    rejected('surfaces[0].textLayer.box.width', 'out_of_range'),
  );

  await eventually(async () => {
    const events = (await floor.service.events('catalog.v1')).filter(
      ({ key }) => key === `seller_product:${product.sellerProductId}`,
    );
    expect(events.map(({ value }) => layersOf(value.sellerProduct))).toMatchObject([
      [undefined],
      [{ maxCharacters: 12 }],
      [{ maxCharacters: 12 }, { maxCharacters: 12 }],
      [undefined, { box: wider.box }],
    ]);
  });
});
