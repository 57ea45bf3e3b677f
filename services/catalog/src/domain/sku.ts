import { type AssetDictionary, inKeyOrder } from './combinations.ts';
import { firstFree } from '@estampa/kernel/slug';

/** Upper-cased slug of the type, then the asset values as they are, asset keys in alphabetical order. */
export const skuOf = (productTypeSlug: string, assets: AssetDictionary): string =>
  [productTypeSlug.toUpperCase(), ...inKeyOrder(assets).map(([, value]) => value)].join('-');

/** One SKU for each combination, none taken twice: values with hyphens can make two combinations look alike. */
export function assignSkus(
  productTypeSlug: string,
  combinations: readonly AssetDictionary[],
  taken: ReadonlySet<string>,
): string[] {
  const used = new Set(taken);
  return combinations.map((assets) => {
    const sku = firstFree(skuOf(productTypeSlug, assets), (candidate) => used.has(candidate));
    used.add(sku);
    return sku;
  });
}
