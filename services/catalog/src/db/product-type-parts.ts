import type { EntityManager } from '@mikro-orm/postgresql';
import type { OptionRule } from '../domain/options.ts';
import { AssetRow } from './asset.entity.ts';
import { OptionValueRow } from './option-value.entity.ts';
import type { OptionWithValues } from './option-statements.ts';
import { OptionRow } from './option.entity.ts';

type Selection = { onlyActive: boolean };

export const loadAssets = (
  em: EntityManager,
  productTypeIds: readonly string[],
  selection: Selection,
): Promise<AssetRow[]> => em.find(AssetRow, where(productTypeIds, selection), OLDEST_FIRST);

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
