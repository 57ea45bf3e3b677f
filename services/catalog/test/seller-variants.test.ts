import { randomUUID } from 'node:crypto';
import { eventually } from '@estampa/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { another, type OneVariantProduct, productWithOneVariant, putOnSale } from './one-variant-product.ts';
import { admin, aSeller, openShopFloor, setUpType, type ShopFloor, type TypeOnSale } from './shop-floor.ts';

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

const aProduct = (of = type) => productWithOneVariant(floor, of);
const onSale = (product: OneVariantProduct) => putOnSale(floor, type, product);

const eventsOf = async (id: string) =>
  (await floor.service.events('catalog.v1')).filter(({ key }) => key === `seller_product:${id}`);

describe('adding a variant', () => {
  it('returns the variant, and publishes the product with it', async () => {
    const { products, sellerProductId } = await aProduct();

    const { variant } = await products.createSellerProductVariant({ sellerProductId, variant: another(type) });

    expect(variant).toMatchObject({
      ...another(type),
      allowedOptions: { color: { values: ['black'] } },
      isActive: true,
      earningsCents: 2071,
    });
    const { sellerProduct } = await products.getSellerProduct({ id: sellerProductId });
    expect(sellerProduct!.variants[1]).toEqual(variant);
    await eventually(async () =>
      expect((await eventsOf(sellerProductId)).at(-1)).toMatchObject({
        type: 'seller_product_variant_added',
        value: { version: 2, sellerProduct: { variants: [{}, { id: variant!.id, priceCents: 8990 }] } },
      }),
    );
  });

  it('has each catalog variant once; one that was deactivated comes back as it is wanted now', async () => {
    const { products, sellerProductId } = await aProduct();
    const add = (more = {}) =>
      products.createSellerProductVariant({ sellerProductId, variant: { ...another(type), ...more } });
    const { variant } = await add();
    await expect(add()).rejects.toMatchObject({ kind: 'conflict', reason: 'already_exists' });
    await products.deactivateSellerProductVariant({ sellerProductId, id: variant!.id });

    const back = await add({ priceCents: 9990, allowedOptions: {}, sku: undefined });

    expect(back.variant).toMatchObject({ id: variant!.id, priceCents: 9990, allowedOptions: {}, isActive: true });
    expect((await products.getSellerProduct({ id: sellerProductId })).sellerProduct!.variants).toHaveLength(2);
  });

  it('rejects what cannot be sold, with its path', async () => {
    const { products, sellerProductId } = await aProduct();
    const other = await setUpType(floor);
    const rejections: [object, string, string][] = [
      [{ productVariantId: other.variants[0]!.id }, 'unknown_reference', 'productVariantId'],
      [{ productVariantId: 'nope' }, 'unknown_reference', 'productVariantId'],
      [{ allowedOptions: { color: { values: [] } } }, 'validation_failed', 'allowedOptions.color'],
      [{ priceCents: 4118 }, 'price_too_low', 'priceCents'],
    ];
    for (const [given, reason, path] of rejections) {
      await expect(
        products.createSellerProductVariant({ sellerProductId, variant: { ...another(type), ...given } }),
      ).rejects.toMatchObject({ reason, details: { fields: [expect.objectContaining({ path })] } });
    }
  });

  it('rejects one of a type that is inactive, or that the catalog took back', async () => {
    const own = await setUpType(floor);
    const { products, sellerProductId } = await aProduct(own);
    const add = () => products.createSellerProductVariant({ sellerProductId, variant: another(own) });
    const { types } = floor.as(admin);
    await types.deactivateProductType({ id: own.productTypeId });
    await expect(add()).rejects.toMatchObject({ reason: 'unknown_reference' });
    await expect(
      products.generateSellerProductVariants({ sellerProductId, marginBasisPoints: 3000 }),
    ).rejects.toMatchObject({ kind: 'wrong_state' });
    await types.updateProductType({ id: own.productTypeId, updateMask: ['is_active'], isActive: true });
    await types.deactivateVariant({ id: own.variants[1]!.id });

    await expect(add()).rejects.toMatchObject({ reason: 'unknown_reference' });
  });

  it('lets one of two racing requests add it', async () => {
    const { products, sellerProductId } = await aProduct();
    const add = () => products.createSellerProductVariant({ sellerProductId, variant: another(type) });

    const outcomes = await Promise.allSettled([add(), add(), add()]);

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('changing a variant', () => {
  it('touches only what the mask names, and says nothing when nothing changes', async () => {
    const { products, sellerProductId, ids } = await aProduct();
    const values = { color: { values: ['white'] } };

    await products.updateSellerProductVariant({ ...ids, updateMask: ['sku'], sku: 'A' });
    await products.updateSellerProductVariant({ ...ids, updateMask: ['allowed_options'], allowedOptions: { values } });
    const { variant } = await products.updateSellerProductVariant({
      ...ids,
      updateMask: ['price_cents', 'sku'],
      priceCents: 9990,
    });
    const again = await products.updateSellerProductVariant({
      ...ids,
      updateMask: ['price_cents', 'allowed_options', 'is_active'],
      priceCents: 9990,
      allowedOptions: { values },
      isActive: true,
    });

    expect(variant).toMatchObject({ priceCents: 9990, sku: undefined, allowedOptions: values, isActive: true });
    expect(again.variant).toEqual(variant);
    await eventually(async () => expect(await eventsOf(sellerProductId)).toHaveLength(4));
  });

  it('validates what is sent against current costs and options, and leaves what is not sent', async () => {
    const own = await setUpType(floor);
    const { products, ids } = await aProduct(own);
    await floor.service.database.query('update product_variant set base_cost_cents = 8000 where product_type_id = $1', [
      own.productTypeId,
    ]);
    const change = (updateMask: string[], values: object) =>
      products.updateSellerProductVariant({ ...ids, updateMask, ...values });

    const { variant } = await change(['sku'], { sku: 'B' });
    expect(variant).toMatchObject({ priceCents: 7990, priceBelowCost: true });
    await expect(change(['price_cents'], { priceCents: 7990 })).rejects.toMatchObject({
      reason: 'price_too_low',
      message: 'priceCents must be at least 9413, to be greater than the base cost plus the platform fee',
    });
    await expect(
      change(['allowed_options'], { allowedOptions: { values: { a: { values: [] } } } }),
    ).rejects.toMatchObject({
      reason: 'validation_failed',
      details: { fields: [expect.objectContaining({ path: 'allowedOptions.a', code: 'unknown_option' })] },
    });
    expect((await change(['price_cents'], { priceCents: 9413 })).variant).toMatchObject({ priceBelowCost: false });
  });

  it('brings a variant back only while the catalog offers it', async () => {
    const own = await setUpType(floor);
    const { products, ids } = await aProduct(own);
    const setActive = (isActive: boolean) =>
      products.updateSellerProductVariant({ ...ids, updateMask: ['is_active'], isActive });
    expect((await setActive(false)).variant).toMatchObject({ isActive: false });
    expect((await setActive(true)).variant).toMatchObject({ isActive: true });
    await setActive(false);
    await floor.as(admin).types.deactivateVariant({ id: own.variants[0]!.id });

    await expect(setActive(true)).rejects.toMatchObject({ kind: 'wrong_state' });
  });
});

describe('removing a variant', () => {
  it('deactivates it once; the last one of an active product cannot be deactivated', async () => {
    const product = await aProduct();
    const { products, sellerProductId, ids } = product;
    const { variant } = await products.createSellerProductVariant({ sellerProductId, variant: another(type) });
    await onSale(product);
    const last = { sellerProductId, id: variant!.id };

    await products.deactivateSellerProductVariant(ids);
    await products.deactivateSellerProductVariant(ids);
    await expect(products.deactivateSellerProductVariant(last)).rejects.toMatchObject({
      kind: 'wrong_state',
      reason: 'wrong_state',
      message: 'The product is active and this is its last active variant',
    });
    await expect(
      products.updateSellerProductVariant({ ...last, updateMask: ['is_active'], isActive: false }),
    ).rejects.toMatchObject({ reason: 'wrong_state' });

    const { sellerProduct } = await products.getSellerProduct({ id: sellerProductId });
    expect(sellerProduct!.variants.map(({ isActive }) => isActive)).toEqual([false, true]);
    await products.updateSellerProduct({ id: sellerProductId, updateMask: ['status'], status: 'paused' });
    await products.deactivateSellerProductVariant(last);
    await expect(
      products.updateSellerProduct({ id: sellerProductId, updateMask: ['status'], status: 'active' }),
    ).rejects.toMatchObject({ reason: 'cannot_publish', message: expect.stringContaining('an active variant') });
  });

  it('leaves one of two that are removed at the same instant', async () => {
    const product = await aProduct();
    const { products, sellerProductId, ids } = product;
    const { variant } = await products.createSellerProductVariant({ sellerProductId, variant: another(type) });
    await onSale(product);

    const outcomes = await Promise.allSettled(
      [ids, { sellerProductId, id: variant!.id }].map((one) => products.deactivateSellerProductVariant(one)),
    );

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

it('finds variants only under their own product and seller', async () => {
  const { products, sellerProductId, ids } = await aProduct();
  const foreign = await aProduct();
  const stranger = floor.as(aSeller()).products;
  const add = { sellerProductId, variant: another(type) };
  const change = { ...ids, updateMask: ['price_cents'], priceCents: 9990 };
  const generate = { sellerProductId, marginBasisPoints: 3000 };

  for (const rejected of [
    stranger.createSellerProductVariant(add),
    stranger.updateSellerProductVariant(change),
    stranger.deactivateSellerProductVariant(ids),
    stranger.generateSellerProductVariants(generate),
  ]) {
    await expect(rejected).rejects.toMatchObject({ kind: 'forbidden' });
  }
  for (const unknown of [
    products.updateSellerProductVariant({ ...change, id: foreign.ids.id }),
    products.deactivateSellerProductVariant({ ...ids, id: randomUUID() }),
    products.createSellerProductVariant({ ...add, sellerProductId: randomUUID() }),
    products.generateSellerProductVariants({ ...generate, sellerProductId: 'nope' }),
  ]) {
    await expect(unknown).rejects.toMatchObject({ kind: 'not_found' });
  }
  expect((await floor.as(admin).products.updateSellerProductVariant(change)).variant!.priceCents).toBe(9990);
});
