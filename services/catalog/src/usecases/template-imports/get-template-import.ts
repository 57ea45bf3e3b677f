import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { templateImports } from '../../db/template-import-repository.ts';
import type { TemplateImportRow } from '../../db/tables/template-import.ts';

export function getTemplateImport({ em, caller }: Context, id: string): Promise<TemplateImportRow> {
  mustReachAll(caller);
  return templateImports.find(em, id);
}
