import { DomainError } from '@estampa/kernel/errors';
import { reachesAll, someone } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { loadParts, type ProductTypeParts } from '../db/product-type-parts.ts';
import { ProductTypeRow } from '../db/product-type.entity.ts';
import { TemplateRow } from '../db/template.entity.ts';

export type CatalogEntry = ProductTypeParts & { productType: ProductTypeRow; templates: TemplateRow[] };

/** All that a seller may build on: active types with their active parts and templates. */
export async function getSellerCatalog({ em, caller }: Context): Promise<CatalogEntry[]> {
  if (!someone(caller).roles.includes('seller') && !reachesAll(someone(caller))) {
    throw new DomainError('forbidden', 'forbidden', 'The catalog is for sellers');
  }
  const newest = { orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }] };
  const productTypes = await em.find(ProductTypeRow, { isActive: true }, newest);
  const ids = productTypes.map(({ id }) => id);
  const parts = await loadParts(em, ids, { onlyActive: true });
  const templates = await em.find(TemplateRow, { productTypeId: { $in: ids }, isActive: true }, newest);
  const templatesByType = Map.groupBy(templates, ({ productTypeId }) => productTypeId);
  return productTypes.map((productType) => ({
    productType,
    ...parts(productType.id),
    templates: templatesByType.get(productType.id) ?? [],
  }));
}
