import { alreadyExists } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import { BUMP_WITH_VARIANTS, type ProductTypeData } from '../../db/product-type-state.ts';
import { INSERT_VARIANTS, type VariantData } from '../../db/variant-statements.ts';
import { VARIANTS_PER_TYPE_MAX } from '../../domain/limits.ts';
import { limitReached } from '../../domain/rejections.ts';
import { publishVariants } from '../../messages/product-type.ts';
import { auditProductType } from '../product-types/product-type-changed.ts';

/** Writes new variants of a type that is held, of one cost, and tells the parts that they stand in. */
export async function addVariants(
  tx: EntityManager,
  type: ProductTypeData,
  added: readonly VariantData[],
  before: readonly VariantData[],
): Promise<void> {
  const [{ baseCostCents, productionDays, packagingDays, createdAt }] = added as [VariantData];
  const rows = JSON.stringify(added.map(({ id, assets, sku, part }) => ({ id, assets, sku, part })));
  const values = [type.id, baseCostCents, productionDays, packagingDays, createdAt, rows];
  const inserted = await INSERT_VARIANTS.all(tx, values);
  if (inserted.length < added.length) throw alreadyExists('There is already a variant with these assets or this SKU');
  BUMP_WITH_VARIANTS.onCommit(tx, [type.id, added.length]);
  publishParts(tx, 'product_variants_created', type, added, [...before, ...added]);
}

/** Writes down that variants changed, and tells the parts that they stand in, each as it is now; the type's version has grown by one. */
export function publishParts(
  tx: EntityManager,
  event: string,
  { id, version }: Pick<ProductTypeData, 'id' | 'version'>,
  changed: readonly VariantData[],
  all: readonly VariantData[],
): void {
  const count = { field: 'variants', before: null, after: changed.length };
  auditProductType(tx, { event, changes: [count] }, id);
  const byPart = Map.groupBy(all, ({ part }) => part);
  for (const part of new Set(changed.map((variant) => variant.part))) {
    publishVariants(tx, event, { id, version: version + 1 }, part, byPart.get(part)!);
  }
}

export function mustHaveRoomForVariants(active: number): void {
  if (active <= VARIANTS_PER_TYPE_MAX) return;
  throw limitReached(`With these the type would have ${active} active variants, more than ${VARIANTS_PER_TYPE_MAX}`);
}
