import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@estampa/testing/eventually';
import { aDraft, admin, anArtwork, aRender, aSeller, openShopFloor, setUpType, type ShopFloor } from './shop-floor.ts';

const PATIENTLY = { deadlineMs: 60_000 };
/** An eighth of what a broker takes at once. */
const EVENT_MAX_BYTES = 128 * 1024;

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

describe('a product type is announced', () => {
  it('with what is in use: no inactive variants, options and values, no assets that nothing has', async () => {
    const { productTypeId: id, variants } = await setUpType(floor);
    const change = (sql: string) => floor.service.database.query(sql, [id]);
    const [pequena, media] = ['P', 'M'].map((size) => variants.find(({ assets }) => assets['size'] === size)!);
    await change(`update product_variant set is_active = false where product_type_id = $1 and assets->>'size' = 'P'`);
    await change('update asset set is_active = false where product_type_id = $1');
    await change(`update product_option set is_active = false where product_type_id = $1 and key = 'collar'`);
    await change(`update option_value set is_active = false where value = 'white'
      and option_id in (select id from product_option where product_type_id = $1)`);

    await floor
      .as(admin)
      .types.createAssets({ productTypeId: id, assets: [{ key: 'size', value: 'G', labelPt: 'Grande' }] });

    const event = await latest(`product_type:${id}`, await versionOf('product_type', id));
    expect(event.variants).toEqual([{ id: media!.id, assets: { size: 'M' }, isActive: true }]);
    expect(event.variants).not.toContainEqual(expect.objectContaining({ id: pequena!.id }));
    expect(
      event.assets.map(({ value, isActive = false }: { value: string; isActive?: boolean }) => [value, isActive]),
    ).toEqual([
      ['M', false],
      ['G', true],
    ]);
    expect(event.options).toMatchObject([{ key: 'color', values: [{ value: 'black' }] }]);
  });

  it('far below what Kafka takes, with 5,000 variants', async () => {
    const { types } = floor.as(admin);
    const { productType } = await types.createProductType({
      slug: 'five-thousand-in-one',
      name: 'Camiseta',
      platformFeeBasisPoints: 1500,
      artistRoyaltyBasisPoints: 5000,
    });
    const { id: productTypeId } = productType!;
    const assets = (key: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ key, value: `${key} ${n}`, labelPt: `Valor ${n}` }));
    await types.createAssets({ productTypeId, assets: [...assets('tamanho', 100), ...assets('acabamento', 50)] });
    const costs = { baseCostCents: 3500, productionDays: 3, packagingDays: 1 };
    await types.generateVariants({ productTypeId, ...costs }, PATIENTLY);

    const event = await latest(`product_type:${productTypeId}`, 3);

    expect(event.variants).toHaveLength(5_000);
    expect(gzipSync(JSON.stringify(event)).byteLength).toBeLessThan(EVENT_MAX_BYTES);
  });
});

describe('a seller product is announced', () => {
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
