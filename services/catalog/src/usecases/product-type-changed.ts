import type { EntityManager } from '@mikro-orm/postgresql';
import { loadAssets, loadOptions, loadVariants, type ProductTypeParts } from '../db/product-type-parts.ts';
import type { ProductTypeRow } from '../db/product-type.entity.ts';
import { inUse } from '../domain/assets-in-use.ts';
import { announceProductType } from '../messages/product-type.ts';

/** Counts a change of a type that is held, tells the type with the parts that are in use, and gives these back. */
export async function productTypeChanged(
  tx: EntityManager,
  type: string,
  row: ProductTypeRow,
): Promise<ProductTypeParts> {
  row.version += 1;
  await tx.flush();
  const assets = await loadAssets(tx, [row.id], { onlyActive: false });
  const options = await loadOptions(tx, [row.id], { onlyActive: true });
  const variants = await loadVariants(tx, [row.id], { onlyActive: true });
  const parts = { assets: inUse(assets, variants), options, variants };
  announceProductType(tx, type, row, parts);
  return parts;
}
