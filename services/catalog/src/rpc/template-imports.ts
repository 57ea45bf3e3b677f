import type { TemplateImportServiceService } from '@estampa/contracts/catalog/v1/template_import';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { templateImportMessage } from '../messages/template-import.ts';
import { createTemplateImport } from '../usecases/template-imports/create-template-import.ts';
import { getTemplateImport } from '../usecases/template-imports/get-template-import.ts';
import { presignTemplateImport } from '../usecases/template-imports/presign-template-import.ts';

export const templateImports: Handlers<typeof TemplateImportServiceService, Context> = {
  presignTemplateImport: (context, { sizeBytes }) => presignTemplateImport(context, sizeBytes),

  createTemplateImport: command(createTemplateImport, (row) => ({ templateImport: templateImportMessage(row) }), {
    callsOthers: false,
  }),

  getTemplateImport: async (context, { id }) => ({
    templateImport: templateImportMessage(await getTemplateImport(context, id)),
  }),
};
