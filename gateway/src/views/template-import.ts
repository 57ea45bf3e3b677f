import type { TemplateImport } from '@estampa/contracts/catalog/v1/template_import';
import { z } from 'zod';
import { id, iso, timestamp } from '../routes/schemas.ts';
import type { View } from './view.ts';

const IMPORT_STATES = ['queued', 'running', 'completed', 'failed'] as const;

const WarningJson = z
  .object({
    code: z.string().describe('What kind of thing, such as effect or adjustment_layer'),
    layer: z.string().describe('Name of the layer; empty where it is a matter of the whole file'),
    message: z.string().describe('What is left out or only approximated'),
    templateId: z.string().nullable().describe('Of which template; null where it is a matter of the file'),
  })
  .meta({ id: 'TemplateImportWarning' });

export const TemplateImportJson = z
  .object({
    id: id.describe('To ask how far it is'),
    productTypeId: id.describe('Which product type its templates are of'),
    displayName: z.string().describe('What its templates are called'),
    state: z.enum(IMPORT_STATES).meta({ id: 'TemplateImportState' }).describe('completed and failed are final'),
    progress: z
      .object({
        done: z.int().describe('Print areas that became templates'),
        total: z.int().describe('All of them; 0 before the file was read'),
      })
      .describe('How far it is'),
    templateIds: z
      .array(z.string())
      .describe('Drafts, in the order of the print areas: activate a template to confirm it'),
    warnings: z.array(WarningJson).describe('Everything that a template cannot show as the file does'),
    failure: z
      .object({ code: z.string().describe('What clients decide on'), message: z.string().describe('For people') })
      .nullable()
      .describe('Why it failed; null otherwise. Templates made before that stay'),
    createdAt: timestamp.describe('When it was requested'),
    updatedAt: timestamp.describe('When it last went on'),
  })
  .meta({ id: 'TemplateImport' });

type Shown = View<TemplateImport, typeof TemplateImportJson, 'done' | 'total'>;

export function templateImportView({ done, total, state, warnings, failure, ...shown }: TemplateImport): Shown {
  return {
    id: shown.id,
    productTypeId: shown.productTypeId,
    displayName: shown.displayName,
    state: state as (typeof IMPORT_STATES)[number],
    progress: { done, total },
    templateIds: shown.templateIds,
    warnings: warnings.map(({ code, layer, message, templateId }) => ({
      code,
      layer,
      message,
      templateId: templateId ?? null,
    })),
    failure: failure ? { code: failure.code, message: failure.message } : null,
    createdAt: iso(shown.createdAt!),
    updatedAt: iso(shown.updatedAt!),
  };
}
