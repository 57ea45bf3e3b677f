import type { VariantChange } from '@estampa/contracts/catalog/v1/variant';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { productTypes } from '../../db/product-type-repository.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { variants } from '../../db/variant-repository.ts';
import { unknownReferences } from '../../domain/chosen-assets.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { repeated } from '../../domain/repeated.ts';
import { auditProductType } from '../product-types/product-type-changed.ts';

type Input = { productTypeId: string; variants: readonly VariantChange[] };

/** Costs and days of many in one statement, all or none; the variants in the order given. */
export function updateVariants(
  { caller }: Context,
  { productTypeId, variants: changes }: Input,
): TransactionBody<VariantRow[]> {
  mustReachAll(caller);
  const ids = changes.map(({ id }) => id.toLowerCase());
  mustBeValid(repeated(ids, (index) => `variants[${index}].id`));
  return async (tx) => {
    const { type } = await productTypes.lock(tx, 'product type', productTypeId);
    const saved = await variants.saveCosts(tx, type.id, changes);
    const byId = new Map(saved.map((variant) => [variant.id, variant]));
    mustBeKnown(ids, byId, (index) => `variants[${index}].id`);
    auditVariants(tx, type.id, changes);
    productTypes.saveBump(tx, type.id);
    return ids.map((id) => byId.get(id)!);
  };
}

/** Of more only how many there were. */
const AUDITED_VARIANTS_MAX = 100;

/** Writes down who changed costs and days, each variant by its id. */
export function auditVariants(tx: EntityManager, typeId: string, changed: readonly AuditedVariant[]): void {
  const reported = changed.slice(0, AUDITED_VARIANTS_MAX).map(({ id, before, ...after }) => ({
    field: `variant:${id}`,
    ...(before && { before }),
    after,
  }));
  const count = { field: 'variants', before: null, after: changed.length };
  auditProductType(tx, { event: 'product_variants_updated', changes: [count, ...reported] }, typeId);
}

type AuditedVariant = { id: string; before?: object };

/** Every id names a variant of the type, or all are rejected. */
export function mustBeKnown(
  ids: readonly string[],
  known: { has(id: string): boolean },
  pathOf: (index: number) => string,
): void {
  const unknown = ids.flatMap((id, index) => {
    if (known.has(id)) return [];
    return [{ path: pathOf(index), code: 'unknown_reference', message: 'names no variant of the product type' }];
  });
  if (unknown.length > 0) throw unknownReferences(unknown);
}
