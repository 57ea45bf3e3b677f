import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { productWithOneVariant } from './one-variant-product.ts';
import { admin, openShopFloor, setUpType, type ShopFloor, type TypeOnSale } from './shop-floor.ts';

let floor: ShopFloor;
let type: TypeOnSale;
beforeAll(async () => {
  floor = await openShopFloor();
  type = await setUpType(floor);
});
afterAll(() => floor?.close());

const aProduct = (of = type) => productWithOneVariant(floor, of);

describe('generating variants', () => {
  it('adds what was never there, at the least price that leaves the margin, and nothing the second time', async () => {
    const { products, sellerProductId, ids, first } = await aProduct();
    await products.deactivateSellerProductVariant(ids);
    const generate = () => products.generateSellerProductVariants({ sellerProductId, marginBasisPoints: 3000 });

    const { created, existing, variants } = await generate();

    expect({ created, existing }).toEqual({ created: 1, existing: 1 });
    expect(variants).toMatchObject([
      { productVariantId: type.variants[1]!.id, priceCents: 6363, allowedOptions: {}, isActive: true },
    ]);
    expect(await generate()).toMatchObject({ created: 0, existing: 2, variants });
    const { sellerProduct } = await products.getSellerProduct({ id: sellerProductId });
    expect(sellerProduct!.variants).toEqual([{ ...first, isActive: false }, ...variants]);
  });

  it('takes one price for all, which must pay', async () => {
    const { products, sellerProductId } = await aProduct();
    const at = (priceCents: number) =>
      products.generateSellerProductVariants({ sellerProductId, priceCents, marginBasisPoints: 0 });
    await expect(at(4118)).rejects.toMatchObject({
      reason: 'price_too_low',
      message: expect.stringContaining('priceCents must be at least 4119'),
    });

    expect(await at(4119)).toMatchObject({ created: 1, variants: [{ priceCents: 7990 }, { priceCents: 4119 }] });
  });

  it('makes five thousand, and rejects more', async () => {
    const { types } = floor.as(admin);
    const own = await setUpType(floor);
    const { productTypeId } = own;
    const { products, sellerProductId } = await aProduct(own);
    await floor.service.database.query(
      `insert into product_variant
         (id, product_type_id, assets, base_cost_cents, sku, production_days, packaging_days, is_active, created_at, part)
       select gen_random_uuid(), $1, jsonb_build_object('size', 'n' || n), n, 'sku ' || n, 1, 1, true, now(), 1
       from generate_series(1, 4999) as n`,
      [productTypeId],
    );
    const generate = () =>
      products.generateSellerProductVariants({ sellerProductId, marginBasisPoints: 3000 }, { deadlineMs: 60_000 });
    await expect(generate()).rejects.toMatchObject({ reason: 'limit_reached' });
    await types.deactivateVariant({ id: own.variants[1]!.id });

    const { created, existing, variants } = await generate();

    expect({ created, existing, count: variants.length }).toEqual({ created: 4_999, existing: 1, count: 5_000 });
    expect(new Set(variants.map(({ productVariantId }) => productVariantId)).size).toBe(5_000);
  });
});
