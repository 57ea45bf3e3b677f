import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
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

/** A product on sale; its second variant is sold in black without a collar only. */
async function aProductOnSale() {
  const type = await setUpType(floor);
  const seller = aSeller();
  const artwork = anArtwork(floor, seller.sellerProfileId);
  aRender(floor, artwork.id, type.template.id);
  const { products } = floor.as(seller);
  const draft = aDraft(type, artwork);
  // A key that is not named is not narrowed.
  draft.variants[0]!.allowedOptions = { collar: { values: ['v'] } };
  draft.variants[1]!.allowedOptions = { color: { values: ['black'] }, collar: { values: [] } };
  const { sellerProduct } = await products.createSellerProduct({ ...draft, slug: 'poster' });
  const { id } = sellerProduct!;
  await products.updateSellerProduct({ id, updateMask: ['status'], status: 'active' });
  const lines = sellerProduct!.variants.map((variant) => ({
    sellerProductId: id,
    sellerProductVariantId: variant.id,
    quantity: 2,
    selectedOptions: { color: 'black' } as Record<string, string>,
  }));
  return { type, artwork, seller, id, lines };
}

const quote = (items: Awaited<ReturnType<typeof aProductOnSale>>['lines']) =>
  floor.as(customer).products.quoteItems({ items });

describe('quoting', () => {
  it('returns the current cost of every line, in the order of the request', async () => {
    const { type, artwork, seller, id, lines } = await aProductOnSale();
    const other = await aProductOnSale();

    const { items } = await quote([other.lines[0]!, lines[1]!, lines[1]!]);

    expect(items.map(({ sellerProductId }) => sellerProductId)).toEqual([other.id, id, id]);
    expect(items[1]).toEqual({
      sellerProductId: id,
      sellerProductVariantId: lines[1]!.sellerProductVariantId,
      productVariantId: type.variants[1]!.id,
      productTypeId: type.productTypeId,
      productTypeName: 'Camiseta',
      sellerProfileId: seller.sellerProfileId,
      artworkId: artwork.id,
      title: 'Produto de teste',
      unitPriceCents: 7990,
      baseCostCents: 3500,
      platformFeeBasisPoints: 1500,
      artistRoyaltyBasisPoints: 5000,
      variantAssets: { size: 'M' },
      selectedOptions: { color: 'black' },
      optionLabel: 'Média',
      productionDays: 3,
      packagingDays: 1,
      surfaces: [{ surface: 'front', name: 'Frente', artworkId: artwork.id, extraCostCents: 0 }],
    });
  });

  it('names a variant that does not exist, or is not of that product', async () => {
    const { lines } = await aProductOnSale();
    const other = await aProductOnSale();

    for (const wrong of [
      { ...lines[0]!, sellerProductVariantId: randomUUID() },
      { ...lines[0]!, sellerProductId: other.id },
    ]) {
      await expect(quote([lines[0]!, wrong])).rejects.toMatchObject({
        reason: 'unknown_reference',
        details: { fields: [expect.objectContaining({ path: expect.stringMatching(/^items\[1\]\./) })] },
      });
    }
  });

  it('goes on with what is on sale when its product type is deactivated', async () => {
    const { lines, id } = await aProductOnSale();
    const { rows } = await floor.service.database.query(
      'select product_type_id as id from seller_product where id = $1',
      [id],
    );
    await floor.as(admin).types.deactivateProductType(rows[0]);

    expect((await quote(lines)).items).toHaveLength(lines.length);
  });

  it.each([
    ['product', `update seller_product set status = 'paused' where id = $1`],
    ['variant', 'update seller_product_variant set is_active = false where seller_product_id = $1'],
    [
      'catalog variant',
      `update product_variant set is_active = false
       where id in (select product_variant_id from seller_product_variant where seller_product_id = $1)`,
    ],
  ])('rejects an inactive %s', async (_, deactivate) => {
    const { id, lines } = await aProductOnSale();
    const other = await aProductOnSale();
    await floor.service.database.query(deactivate, [id]);

    await expect(quote([other.lines[0]!, lines[0]!])).rejects.toMatchObject({
      kind: 'invalid',
      reason: 'item_unavailable',
      message: expect.stringContaining('items[1]'),
    });
  });

  it.each([
    ['a required option not chosen', 0, {}, 'items[0].selectedOptions.color'],
    ['an unknown value', 0, { color: 'red' }, 'items[0].selectedOptions.color'],
    ['a value the seller does not offer', 1, { color: 'white' }, 'items[0].selectedOptions.color'],
    ['an option the seller does not offer', 1, { color: 'black', collar: 'v' }, 'items[0].selectedOptions.collar'],
    ['an unknown option', 0, { color: 'black', sleeve: 'long' }, 'items[0].selectedOptions.sleeve'],
  ])('rejects %s', async (_, variant, selectedOptions, path) => {
    const { lines } = await aProductOnSale();

    const requested = quote([{ ...lines[variant]!, selectedOptions }]);

    await expect(requested).rejects.toMatchObject({
      reason: 'validation_failed',
      details: { fields: [expect.objectContaining({ path })] },
    });
  });

  it('returns prices without a session before options are chosen, and then only of products on sale', async () => {
    const { id, lines } = await aProductOnSale();
    const items = lines.map((line) => ({ ...line, selectedOptions: {} }));
    const { products } = floor.as(null);

    expect((await products.quoteItems({ items, pricesAlone: true })).items[0]).toMatchObject({ unitPriceCents: 7990 });
    await expect(products.quoteItems({ items })).rejects.toMatchObject({ kind: 'unauthenticated' });
    await floor.service.database.query(`update seller_product set status = 'paused' where id = $1`, [id]);
    await expect(products.quoteItems({ items, pricesAlone: true })).rejects.toMatchObject({
      reason: 'item_unavailable',
    });
  });

  it('follows the price of today', async () => {
    const { type, lines } = await aProductOnSale();
    await floor.service.database.query('update product_type set platform_fee_basis_points = 2000 where id = $1', [
      type.productTypeId,
    ]);

    const { items } = await quote([lines[0]!]);

    expect(items[0]!.platformFeeBasisPoints).toBe(2000);
  });
});
