import { alreadyExists } from '@estampa/kernel/errors';
import type { EntityManager } from '@mikro-orm/postgresql';
import { productTypes } from '../../db/product-type-repository.ts';
import type { ProductTypeRow } from '../../db/tables/product-type.ts';
import type { VariantRow } from '../../db/tables/variant.ts';
import { variants } from '../../db/variant-repository.ts';
import { VARIANTS_PER_TYPE_MAX } from '../../domain/limits.ts';
import { limitReached } from '../../domain/rejections.ts';
import { publishVariants } from '../../messages/product-type.ts';
import { auditProductType } from '../product-types/product-type-changed.ts';

/** Inserts new variants of a type that is locked, and publishes the parts that they stand in. */
export async function addVariants(
  tx: EntityManager,
  type: ProductTypeRow,
  added: readonly VariantRow[],
  before: readonly VariantRow[],
): Promise<void> {
  const isNew = await variants.insert(tx, added);
  if (!isNew) throw alreadyExists('There is already a variant with these assets or this SKU');
  productTypes.saveBump(tx, type.id, added.length);
  publishParts(tx, 'product_variants_created', type, added, [...before, ...added]);
}

/** Records the change in the audit, and publishes the parts of the changed variants. The caller has incremented the type's version. */
export function publishParts(
  tx: EntityManager,
  event: string,
  { id, version }: Pick<ProductTypeRow, 'id' | 'version'>,
  changed: readonly VariantRow[],
  all: readonly VariantRow[],
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
