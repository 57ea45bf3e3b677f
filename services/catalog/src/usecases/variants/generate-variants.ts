import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { assets } from '../../db/asset-repository.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { variants } from '../../db/variant-repository.ts';
import {
  type AssetChoice,
  type AssetDictionary,
  combinations,
  countCombinations,
  identityOf,
  writtenCharacters,
} from '../../domain/combinations.ts';
import { VARIANTS_PER_TYPE_MAX, VARIANTS_WRITTEN_MAX_CHARACTERS } from '../../domain/limits.ts';
import { partOf } from '../../domain/parts.ts';
import { assignSkus } from '../../domain/sku.ts';
import { addVariants, mustHaveRoomForVariants } from './add-variants.ts';

type Input = { productTypeId: string; baseCostCents: number; productionDays: number; packagingDays: number };

export type Generated = { created: number; existing: number; variants: VariantRow[] };

/** Makes the combinations that never existed; those that do, active or not, stay as they are. */
export function generateVariants({ caller, now }: Context, input: Input): TransactionBody<Generated> {
  mustReachAll(caller);
  return async (tx) => {
    const { productTypeId: id } = input;
    const { type, rows } = await productTypes.lock(tx, 'product type', id, assets.findActive(id), variants.findAll(id));
    const [choices, before] = rows;
    const wanted = allCombinations(choices);
    const known = new Set(before.map((variant) => identityOf(variant.assets)));
    const missing = wanted.filter((one) => !known.has(identityOf(one)));
    const active = before.filter(({ isActive }) => isActive);
    mustHaveRoomForVariants(active.length + missing.length);
    const added = newVariants(type, input, missing, before, now());
    if (added.length > 0) await addVariants(tx, type, added, before);
    return { created: added.length, existing: wanted.length - added.length, variants: [...active, ...added] };
  };
}

function allCombinations(choices: readonly AssetChoice[]): AssetDictionary[] {
  const count = countCombinations(choices);
  if (count === 0) throw new DomainError('invalid', 'no_assets', 'The product type has no active assets to combine');
  if (count > VARIANTS_PER_TYPE_MAX) {
    throw new DomainError(
      'invalid',
      'too_many_combinations',
      `The active assets give ${count} combinations; at most ${VARIANTS_PER_TYPE_MAX} are possible`,
    );
  }
  if (writtenCharacters(choices) > VARIANTS_WRITTEN_MAX_CHARACTERS) {
    throw new DomainError(
      'invalid',
      'too_many_combinations',
      `The ${count} combinations of the active assets are too long to be written down; use fewer or shorter values`,
    );
  }
  return combinations(choices);
}

function newVariants(
  { id: productTypeId, slug, variantCount }: ProductTypeRow,
  { baseCostCents, productionDays, packagingDays }: Input,
  missing: readonly AssetDictionary[],
  before: readonly VariantRow[],
  createdAt: Date,
): VariantRow[] {
  const skus = assignSkus(slug, missing, new Set(before.map(({ sku }) => sku)));
  return missing.map((combination, index) => ({
    id: newId(),
    productTypeId,
    assets: combination,
    baseCostCents,
    sku: skus[index]!,
    productionDays,
    packagingDays,
    isActive: true,
    part: partOf(variantCount + index),
    createdAt,
  }));
}
