import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@estampa/testing/eventually';
import { aDraft, admin, anArtwork, aRender, aSeller, openShopFloor, setUpType, type ShopFloor } from './shop-floor.ts';

const PATIENTLY = { deadlineMs: 60_000 };
/** A sixtieth of what a broker takes at once. */
const EVENT_MAX_CHARACTERS = 16 * 1024;

let floor: ShopFloor;
beforeAll(async () => {
  floor = await openShopFloor();
});
afterAll(() => floor?.close());

async function latest(key: string, version: number) {
  return eventually(async () => {
    const event = (await floor.service.events('catalog.v1')).findLast((one) => one.key === key);
    expect(event?.value.version).toBe(version);
    return event!.value;
  }, PATIENTLY);
}

const versionOf = async (table: string, id: string): Promise<number> =>
  (await floor.service.database.query(`select version from ${table} where id = $1`, [id])).rows[0].version;

describe('a product type is published', () => {
  it('with what is in use: no inactive options and values, no assets that nothing has', async () => {
    const { productTypeId: id, variants } = await setUpType(floor);
    const change = (sql: string) => floor.service.database.query(sql, [id]);
    const pequena = variants.find(({ assets }) => assets['size'] === 'P')!;
    await floor.as(admin).types.deactivateVariant({ id: pequena.id });
    await change('update asset set is_active = false where product_type_id = $1');
    await change(`update product_option set is_active = false where product_type_id = $1 and key = 'collar'`);
    await change(`update option_value set is_active = false where value = 'white'
      and option_id in (select id from product_option where product_type_id = $1)`);

    await floor
      .as(admin)
      .types.createAssets({ productTypeId: id, assets: [{ key: 'size', value: 'G', labelPt: 'Grande' }] });

    const event = await latest(`product_type:${id}`, await versionOf('product_type', id));
    expect(event.variants).toBeUndefined();
    expect(
      event.assets.map(({ value, isActive = false }: { value: string; isActive?: boolean }) => [value, isActive]),
    ).toEqual([
      ['M', false],
      ['G', true],
    ]);
    expect(event.options).toMatchObject([{ key: 'color', values: [{ value: 'black' }] }]);
  });

  it('without its variants, of which a change publishes a hundred at most', async () => {
    const { types } = floor.as(admin);
    const { productType } = await types.createProductType({
      slug: 'five-thousand-in-parts',
      name: 'Camiseta',
      platformFeeBasisPoints: 1500,
      artistRoyaltyBasisPoints: 5000,
    });
    const { id: productTypeId } = productType!;
    const assets = (key: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ key, value: `${key} ${n}`, labelPt: `Valor ${n}` }));
    await types.createAssets({ productTypeId, assets: [...assets('tamanho', 100), ...assets('acabamento', 50)] });
    const costs = { baseCostCents: 3500, productionDays: 3, packagingDays: 1 };
    const { variants } = await types.generateVariants({ productTypeId, ...costs }, PATIENTLY);
    const { id } = variants[4_950]!;

    await types.updateVariant({ id, updateMask: ['base_cost_cents'], baseCostCents: 1 });
    await types.updateVariants({ productTypeId, variants: variants.map((one) => ({ id: one.id, baseCostCents: 2 })) });
    await types.deactivateVariant({ id });

    const event = await latest(`product_variants:${productTypeId}/49`, 6);
    expect(event.variants).toHaveLength(100);
    expect(event.variants[50]).toEqual({ id });
    expect(event.variants[51]).toEqual({ id: variants[4_951]!.id, assets: variants[4_951]!.assets, isActive: true });
    expect(JSON.stringify(event).length).toBeLessThan(EVENT_MAX_CHARACTERS);
    const published = (await floor.service.events('catalog.v1')).filter(({ key }) => key.includes(productTypeId));
    expect(published.map(({ key }) => key.split(':')[0])).toEqual([
      'product_type',
      'product_type',
      ...Array(51).fill('product_variants'),
    ]);
  });
});

describe('a seller product is published', () => {
  it('with its active variants, without what changes with costs and percentages', async () => {
    const type = await setUpType(floor);
    const seller = aSeller();
    const artwork = anArtwork(floor, seller.sellerProfileId);
    aRender(floor, artwork.id, type.template.id);
    const { products } = floor.as(seller);
    const { sellerProduct } = await products.createSellerProduct(aDraft(type, artwork));
    const { id, variants } = sellerProduct!;
    await floor.service.database.query('update seller_product_variant set is_active = false where id = $1', [
      variants[0]!.id,
    ]);

    await products.updateSellerProduct({ id, updateMask: ['title'], title: 'Outro' });

    const event = await latest(`seller_product:${id}`, 2);
    const [, active] = variants;
    expect(event.sellerProduct.variants).toEqual([
      {
        id: active!.id,
        productVariantId: active!.productVariantId,
        priceCents: 7990,
        isActive: true,
      },
    ]);
  });
});
