import { z } from 'zod';
import { route } from './route.ts';
import { id, pathId, storageKey, text, uploadHeaders, url } from './schemas.ts';
import { TemplateImportJson, templateImportView } from '../views/template-import.ts';

const PSD_MAX_BYTES = 100 * 1024 * 1024;
const NAME_MAX_CHARACTERS = 150;

export const templateImportRoutes = [
  route({
    name: 'presignTemplateImport',
    method: 'post',
    path: '/products/templates/import-psd/presign',
    auth: 'admin',
    summary: 'Ask where to PUT a Photoshop file',
    description: 'Then import it. The file is deleted a day later.',
    notIdempotent: 'changes nothing before the file is imported',
    body: z.object({ sizeBytes: z.int().min(1).max(PSD_MAX_BYTES).describe('Of the file, exactly') }),
    response: z
      .object({
        uploadUrl: url.describe('Where to PUT the file, for some minutes'),
        key: z.string().describe('What to import the file with'),
        headers: uploadHeaders,
      })
      .meta({ id: 'TemplateImportUpload' }),
    async handle({ body, clients }) {
      const { uploadUrl, key, headers } = await clients.templateImports.presignTemplateImport(body);
      return { uploadUrl, key, headers };
    },
  }),

  route({
    name: 'createTemplateImport',
    method: 'post',
    path: '/products/templates/import-psd',
    auth: 'admin',
    summary: 'Make draft templates of an uploaded Photoshop file',
    description:
      'Each visible smart object becomes the print area of an inactive template, with its corners or its mesh; what lies below it becomes the base, what lies above it shadow, highlight and outline. An admin has one import at a time: ask for it until its state is completed or failed, read its warnings, and activate the templates that are right.',
    body: z.object({
      productTypeId: id.describe('Which product type the templates are of'),
      key: storageKey,
      displayName: text(1, NAME_MAX_CHARACTERS).describe(
        'What the templates are called; where there are several, with the names of their print areas',
      ),
    }),
    status: 202,
    errors: { 400: ['unknown_reference'], 404: ['not_found'], 409: ['import_in_progress'] },
    response: TemplateImportJson,
    async handle({ body, clients }) {
      const { templateImport } = await clients.templateImports.createTemplateImport(body);
      return templateImportView(templateImport!);
    },
  }),

  route({
    name: 'getTemplateImport',
    method: 'get',
    path: '/products/templates/import-psd/{id}',
    auth: 'admin',
    summary: 'How far an import is, and what could not be kept of its file',
    params: z.object({ id: pathId }),
    response: TemplateImportJson,
    async handle({ params, clients }) {
      const { templateImport } = await clients.templateImports.getTemplateImport({ id: params.id });
      return templateImportView(templateImport!);
    },
  }),
];
