import { type AssetDictionary, inKeyOrder } from './combinations.ts';
import { firstFree } from '@estampa/kernel/slug';

/** Upper-cased slug of the type, then the asset values as they are, asset keys in alphabetical order. */
export const skuOf = (productTypeSlug: string, assets: AssetDictionary): string =>
  [productTypeSlug.toUpperCase(), ...inKeyOrder(assets).map(([, value]) => value)].join('-');

/** A unique SKU for each combination: values with hyphens can give two combinations the same text, which are then numbered. */
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
