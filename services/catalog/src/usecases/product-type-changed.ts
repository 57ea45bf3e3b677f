import type { EntityManager } from '@mikro-orm/postgresql';
import { loadParts, type ProductTypeParts } from '../db/product-type-parts.ts';
import type { ProductTypeRow } from '../db/product-type.entity.ts';
import { announceProductType } from '../messages/product-type.ts';

/** Counts a change of a type that is held, tells the type with all its parts, and gives these back. */
export async function productTypeChanged(
  tx: EntityManager,
  type: string,
  row: ProductTypeRow,
): Promise<ProductTypeParts> {
  row.version += 1;
  await tx.flush();
  const parts = (await loadParts(tx, [row.id], { onlyActive: false }))(row.id);
  announceProductType(tx, type, row, parts);
  return parts;
}
