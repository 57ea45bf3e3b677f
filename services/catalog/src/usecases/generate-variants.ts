import { DomainError } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { lockProductType } from '../db/find-product-type.ts';
import { loadAssets, loadVariants } from '../db/product-type-parts.ts';
import type { ProductTypeRow } from '../db/product-type.entity.ts';
import type { VariantRow } from '../db/variant.entity.ts';
import { type AssetDictionary, combinations, countCombinations, identityOf } from '../domain/combinations.ts';
import { VARIANTS_PER_TYPE_MAX } from '../domain/limits.ts';
import { limitReached } from '../domain/refusals.ts';
import { assignSkus } from '../domain/sku.ts';
import { productTypeChanged } from './product-type-changed.ts';

type Input = { productTypeId: string; baseCostCents: number; productionDays: number; packagingDays: number };

export type Generated = { created: number; existing: number; variants: VariantRow[] };

/** Makes the combinations that never existed; those that do, active or not, stay as they are. */
export function generateVariants({ caller, now }: Context, input: Input): Work<Generated> {
  mustReachAll(caller);
  return async (tx) => {
    const type = await lockProductType(tx, input.productTypeId);
    const wanted = await allCombinations(tx, type.id);
    const before = await loadVariants(tx, [type.id], { onlyActive: false });
    const known = new Set(before.map(({ assets }) => identityOf(assets)));
    const missing = wanted.filter((assets) => !known.has(identityOf(assets)));

    const active = before.filter(({ isActive }) => isActive).length + missing.length;
    if (active > VARIANTS_PER_TYPE_MAX) {
      throw limitReached(
        `With these the type would have ${active} active variants, more than ${VARIANTS_PER_TYPE_MAX}`,
      );
    }
    const all =
      missing.length === 0 ? before : await addVariants(tx, { type, input, missing, before, createdAt: now() });
    return {
      created: missing.length,
      existing: wanted.length - missing.length,
      variants: all.filter(({ isActive }) => isActive),
    };
  };
}

async function allCombinations(tx: EntityManager, productTypeId: string): Promise<AssetDictionary[]> {
  const assets = await loadAssets(tx, [productTypeId], { onlyActive: true });
  const count = countCombinations(assets);
  if (count === 0) throw new DomainError('invalid', 'no_assets', 'The product type has no active assets to combine');
  if (count <= VARIANTS_PER_TYPE_MAX) return combinations(assets);
  throw new DomainError(
    'invalid',
    'too_many_combinations',
    `The active assets give ${count} combinations; at most ${VARIANTS_PER_TYPE_MAX} are possible`,
  );
}

type Addition = {
  type: ProductTypeRow;
  input: Input;
  missing: readonly AssetDictionary[];
  before: readonly VariantRow[];
  createdAt: Date;
};

/** One statement, since there can be thousands. Gives all variants that the type has then. */
async function addVariants(tx: EntityManager, { type, input, missing, before, createdAt }: Addition) {
  const skus = assignSkus(type.slug, missing, new Set(before.map(({ sku }) => sku)));
  const rows = missing.map((assets, index) => ({ id: newId(), assets, sku: skus[index] }));
  await tx.execute(
    `insert into product_variant (id, product_type_id, assets, base_cost_cents, sku, production_days, packaging_days,
       is_active, created_at)
     select id, ?, assets, ?, sku, ?, ?, true, ? from jsonb_to_recordset(?::jsonb) as v(id uuid, assets jsonb, sku text)`,
    [type.id, input.baseCostCents, input.productionDays, input.packagingDays, createdAt, JSON.stringify(rows)],
  );
  return (await productTypeChanged(tx, 'product_type_variants_created', type)).variants;
}
