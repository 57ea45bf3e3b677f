import type { EntityManager } from '@mikro-orm/postgresql';
import type { OptionRule } from '../domain/options.ts';
import { AssetRow } from './asset.entity.ts';
import { OptionValueRow } from './option-value.entity.ts';
import { OptionRow } from './option.entity.ts';
import { VariantRow } from './variant.entity.ts';

export type OptionWithValues = { option: OptionRow; values: OptionValueRow[] };

export type ProductTypeParts = { assets: AssetRow[]; options: OptionWithValues[]; variants: VariantRow[] };

type Selection = { onlyActive: boolean };

/** What product types consist of, oldest first, by product type id. One query per kind of part. */
export async function loadParts(
  em: EntityManager,
  productTypeIds: readonly string[],
  selection: Selection,
): Promise<(productTypeId: string) => ProductTypeParts> {
  const assets = await loadAssets(em, productTypeIds, selection);
  const options = await loadOptions(em, productTypeIds, selection);
  const variants = await loadVariants(em, productTypeIds, selection);
  const assetsByType = Map.groupBy(assets, ({ productTypeId }) => productTypeId);
  const optionsByType = Map.groupBy(options, ({ option }) => option.productTypeId);
  const variantsByType = Map.groupBy(variants, ({ productTypeId }) => productTypeId);
  return (productTypeId) => ({
    assets: assetsByType.get(productTypeId) ?? [],
    options: optionsByType.get(productTypeId) ?? [],
    variants: variantsByType.get(productTypeId) ?? [],
  });
}

export const loadAssets = (
  em: EntityManager,
  productTypeIds: readonly string[],
  selection: Selection,
): Promise<AssetRow[]> => em.find(AssetRow, where(productTypeIds, selection), OLDEST_FIRST);

export const loadVariants = (
  em: EntityManager,
  productTypeIds: readonly string[],
  selection: Selection,
): Promise<VariantRow[]> => em.find(VariantRow, where(productTypeIds, selection), OLDEST_FIRST);

export const loadOptions = async (
  em: EntityManager,
  productTypeIds: readonly string[],
  selection: Selection,
): Promise<OptionWithValues[]> =>
  withValues(em, await em.find(OptionRow, where(productTypeIds, selection), OLDEST_FIRST), selection);

/** The options with their values, in the order they were added. */
export async function withValues(
  em: EntityManager,
  options: readonly OptionRow[],
  { onlyActive }: Selection,
): Promise<OptionWithValues[]> {
  const optionId = { $in: options.map(({ id }) => id) };
  const values = await em.find(OptionValueRow, { optionId, ...(onlyActive && { isActive: true }) }, OLDEST_FIRST);
  const byOption = Map.groupBy(values, (value) => value.optionId);
  return options.map((option) => ({ option, values: byOption.get(option.id) ?? [] }));
}

export const optionRules = (options: readonly OptionWithValues[]): OptionRule[] =>
  options.map(({ option, values }) => ({
    key: option.key,
    required: option.required,
    values: values.map(({ value }) => value),
  }));

/**
 * Ids are UUID v7: their order is the order of creation. Rows are not managed: a type can have thousands, and each would be
 * compared with its original before every further query.
 */
const OLDEST_FIRST = { orderBy: { id: 'asc' as const }, disableIdentityMap: true };

const where = (productTypeIds: readonly string[], { onlyActive }: Selection) => ({
  productTypeId: { $in: [...productTypeIds] },
  ...(onlyActive && { isActive: true }),
});
