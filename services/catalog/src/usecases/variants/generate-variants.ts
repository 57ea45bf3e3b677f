import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { ACTIVE_ASSETS, lockType, type ProductTypeData } from '../../db/product-type-state.ts';
import { ALL_VARIANTS, type VariantData } from '../../db/variant-statements.ts';
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

export type Generated = { created: number; existing: number; variants: VariantData[] };

/** Makes the combinations that never existed; those that do, active or not, stay as they are. */
export function generateVariants({ caller, now }: Context, input: Input): TransactionBody<Generated> {
  mustReachAll(caller);
  return async (tx) => {
    const { productTypeId: id } = input;
    const { type, rows } = await lockType(tx, 'product type', id, ACTIVE_ASSETS.with(id), ALL_VARIANTS.with(id));
    const [assets, before] = rows;
    const wanted = allCombinations(assets);
    const known = new Set(before.map((variant) => identityOf(variant.assets)));
    const missing = wanted.filter((one) => !known.has(identityOf(one)));
    const active = before.filter(({ isActive }) => isActive);
    mustHaveRoomForVariants(active.length + missing.length);
    const added = newVariants(type, input, missing, before, now());
    if (added.length > 0) await addVariants(tx, type, added, before);
    return { created: added.length, existing: wanted.length - added.length, variants: [...active, ...added] };
  };
}

function allCombinations(assets: readonly AssetChoice[]): AssetDictionary[] {
  const count = countCombinations(assets);
  if (count === 0) throw new DomainError('invalid', 'no_assets', 'The product type has no active assets to combine');
  if (count > VARIANTS_PER_TYPE_MAX) {
    throw new DomainError(
      'invalid',
      'too_many_combinations',
      `The active assets give ${count} combinations; at most ${VARIANTS_PER_TYPE_MAX} are possible`,
    );
  }
  if (writtenCharacters(assets) > VARIANTS_WRITTEN_MAX_CHARACTERS) {
    throw new DomainError(
      'invalid',
      'too_many_combinations',
      `The ${count} combinations of the active assets are too long to be written down; use fewer or shorter values`,
    );
  }
  return combinations(assets);
}

function newVariants(
  { id: productTypeId, slug, variantCount }: ProductTypeData,
  { baseCostCents, productionDays, packagingDays }: Input,
  missing: readonly AssetDictionary[],
  before: readonly VariantData[],
  createdAt: Date,
): VariantData[] {
  const skus = assignSkus(slug, missing, new Set(before.map(({ sku }) => sku)));
  return missing.map((assets, index) => ({
    id: newId(),
    productTypeId,
    assets,
    baseCostCents,
    sku: skus[index]!,
    productionDays,
    packagingDays,
    isActive: true,
    part: partOf(variantCount + index),
    createdAt,
  }));
}
