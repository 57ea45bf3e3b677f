import type { Template } from '@estampa/contracts/catalog/v1/catalog';
import type { TemplateRow } from '../db/template.entity.ts';

export const templateMessage = (row: TemplateRow): Template => ({
  id: row.id,
  productTypeId: row.productTypeId,
  displayName: row.displayName,
  assets: row.assets,
  options: row.options ? { values: row.options } : undefined,
  printArea: row.printArea ?? undefined,
  sourceImage: row.sourceImage ?? undefined,
  isActive: row.isActive,
  images: row.images,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  revision: row.revision,
});
