import type { TemplateImport } from '@estampa/contracts/catalog/v1/template_import';
import type { AllFields } from '@estampa/kernel/all-fields';
import type { TemplateImportRow } from '../db/tables/template-import.ts';

export const templateImportMessage = (row: TemplateImportRow): AllFields<TemplateImport> => ({
  id: row.id,
  productTypeId: row.productTypeId,
  displayName: row.displayName,
  state: row.state,
  done: row.templateIds.length,
  total: row.printAreas?.length ?? 0,
  templateIds: row.templateIds,
  warnings: row.warnings,
  failure: row.failure ?? undefined,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
