import { assets } from '../../db/asset-repository.ts';
import { groupValues, optionRules, options } from '../../db/option-repository.ts';
import { optionValues } from '../../db/option-value-repository.ts';
import type { AssetRow } from '../../db/tables/asset.ts';
import type { OptionRow } from '../../db/tables/option.ts';
import type { OptionValueRow } from '../../db/tables/option-value.ts';

/** Queries for the active assets and options of a type: what its templates may name. */
export const findTerms = (productTypeId: string) =>
  [
    assets.findActive(productTypeId),
    options.findActive(productTypeId),
    optionValues.findActive(productTypeId),
  ] as const;

/** What they found. */
export const knownTerms = (active: AssetRow[], found: OptionRow[], values: OptionValueRow[]) => {
  const coloured = groupValues(found, values);
  return { assets: active, options: optionRules(coloured), coloured };
};
