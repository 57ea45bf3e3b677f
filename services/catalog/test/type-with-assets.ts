import { randomUUID } from 'node:crypto';
import { admin, type ShopFloor } from './shop-floor.ts';

export const costs = { baseCostCents: 1890, productionDays: 2, packagingDays: 1 };

/** A type with sizes P and M and one finish; its assets by their values. */
export async function aType(floor: ShopFloor) {
  const { types } = floor.as(admin);
  const slug = `tipo-${randomUUID().slice(0, 8)}`;
  const { productType } = await types.createProductType({
    slug,
    name: 'Caneca',
    platformFeeBasisPoints: 1250,
    artistRoyaltyBasisPoints: 5000,
  });
  const productTypeId = productType!.id;
  const asset = (key: string, value: string) => ({ key, value, labelPt: value });
  const { assets } = await types.createAssets({
    productTypeId,
    assets: [asset('size', 'P'), asset('size', 'M'), asset('finish', 'matte')],
  });
  const ids = Object.fromEntries(assets.map(({ value, id }) => [value, id]));
  const create = (values: readonly string[], sku?: string) =>
    types.createVariant({ productTypeId, assetIds: values.map((value) => ids[value] ?? value), sku, ...costs });
  const skus = async () =>
    (await types.listVariants({ productTypeId, includeInactive: false })).variants.map(({ sku }) => sku).toSorted();
  return { types, slug: slug.toUpperCase(), productTypeId, ids, create, skus };
}
