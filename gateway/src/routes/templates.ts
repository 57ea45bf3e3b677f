import { maskedUpdate } from '@estampa/kit/rpc/update-mask';
import { z } from 'zod';
import { withoutNulls } from '../http/without-nulls.ts';
import { surfaceKey } from './part-schemas.ts';
import { route } from './route.ts';
import { booleanQuery, dictionary, listOf, pageQuery, pathId, templateId, text } from './schemas.ts';
import { areaMessage, furtherSurfaces, PIXELS_MAX, printMeasures, templateArea } from './surface-area-schemas.ts';
import { NO_SURFACE, surfaceFields, surfaceMessage } from './surface-schemas.ts';
import { TemplateJson, TemplatePreviewJson, templatePreviewView, templateView } from '../views/template.ts';

const NAME_MAX_CHARACTERS = 150;
const imageSide = z.int().min(1).max(PIXELS_MAX);

const displayName = text(1, NAME_MAX_CHARACTERS).describe('What admins and sellers call it');
const config = z.object({
  printArea: templateArea.nullish().describe('Where artworks are printed; inside the source image'),
  sourceImage: z
    .object({ width: imageSide.describe('In pixels'), height: imageSide.describe('In pixels') })
    .nullish()
    .describe('What coordinates refer to; taken from the base image when left out'),
  ...printMeasures,
  surfaces: furtherSurfaces,
  ...surfaceFields,
});
const MEASURES_CLEARED = { printArea: null, sourceImage: null, printWidthMm: null, bleedMm: null, safeMm: null };
const CLEARED = { ...MEASURES_CLEARED, surfaces: null, ...NO_SURFACE };

const shownSurface = surfaceKey
  .nullish()
  .describe('Which surface of the product type its print area is; null: the first one');

const ofType = z.object({ id: pathId });
const params = z.object({ id: templateId });

export const templateRoutes = [
  route({
    name: 'createTemplate',
    method: 'post',
    path: '/products/types/{id}/templates',
    auth: 'admin',
    summary: 'Create a mockup template',
    description: 'It becomes active with its base image.',
    params: ofType,
    body: z.object({
      id: templateId.nullish().describe('Made from displayName when left out'),
      displayName,
      assets: dictionary.describe('Variants it applies to; empty: all'),
      options: dictionary.nullish().describe('Option values it shows; null: appears in all variants'),
      surface: shownSurface,
      config: config.nullish().describe('Its measures'),
      isActive: z.boolean().nullish().describe('Whether sellers are offered it; from the base image on when left out'),
    }),
    status: 201,
    errors: { 400: ['limit_reached'], 409: ['already_exists'] },
    response: TemplateJson,
    settles: ['media-render', 'storefront'],
    async handle({ params: { id: productTypeId }, body, clients, imageUrl }) {
      const { template } = await clients.templates.createTemplate({
        productTypeId,
        id: body.id ?? undefined,
        displayName: body.displayName,
        assets: body.assets,
        options: body.options ? { values: body.options } : undefined,
        printArea: body.config?.printArea ?? undefined,
        sourceImage: body.config?.sourceImage ?? undefined,
        isActive: body.isActive ?? false,
        surface: body.surface ?? undefined,
        printWidthMm: body.config?.printWidthMm ?? undefined,
        bleedMm: body.config?.bleedMm ?? undefined,
        safeMm: body.config?.safeMm ?? undefined,
        areas: body.config?.surfaces ? { list: body.config.surfaces.map(areaMessage) } : undefined,
        ...withoutNulls(surfaceMessage(body.config ?? {})),
      });
      return templateView(template!, imageUrl);
    },
  }),

  route({
    name: 'listTemplates',
    method: 'get',
    path: '/products/types/{id}/templates',
    auth: 'admin',
    summary: 'List the active templates of a product type, newest first',
    params: ofType,
    query: z.object({ ...pageQuery, includeInactive: booleanQuery.default(false) }),
    response: listOf('templates', TemplateJson),
    async handle({ params: { id: productTypeId }, query: { skip, limit, includeInactive }, clients, imageUrl }) {
      const page = { skip, limit };
      const { templates, total } = await clients.templates.listTemplates({ productTypeId, page, includeInactive });
      return { templates: templates.map((template) => templateView(template, imageUrl)), total, skip, limit };
    },
  }),

  route({
    name: 'listAllTemplates',
    method: 'get',
    path: '/products/templates/admin/all',
    auth: 'admin',
    summary: 'List the templates of all product types, inactive ones too, newest first',
    query: z.object(pageQuery),
    response: listOf('templates', TemplateJson),
    async handle({ query: page, clients, imageUrl }) {
      const { templates, total } = await clients.templates.listTemplates({ page, includeInactive: true });
      return { templates: templates.map((template) => templateView(template, imageUrl)), total, ...page };
    },
  }),

  route({
    name: 'getTemplate',
    method: 'get',
    path: '/products/templates/{id}',
    auth: 'admin',
    summary: 'One template',
    params,
    response: TemplateJson,
    async handle({ params: { id }, clients, imageUrl }) {
      const { template } = await clients.templates.getTemplate({ id });
      return templateView(template!, imageUrl);
    },
  }),

  route({
    name: 'updateTemplate',
    method: 'patch',
    path: '/products/templates/{id}',
    auth: 'admin',
    summary: 'Change a template',
    description: 'What is rendered on it stays as it is until it is rendered again.',
    params,
    body: z.object({
      displayName: displayName.optional(),
      assets: dictionary.nullish().describe('Null: for all variants'),
      options: dictionary.nullish().describe('Option values it shows; null: appears in all variants'),
      surface: shownSurface,
      config: config.nullish().describe('Null clears all of its members'),
      isActive: z.boolean().optional().describe('Whether sellers are offered it'),
    }),
    response: TemplateJson,
    settles: ['media-render', 'storefront'],
    async handle({ params: { id }, body: { config: wanted, ...body }, clients, imageUrl }) {
      const { printArea, sourceImage, printWidthMm, bleedMm, safeMm, surfaces, ...surface } =
        wanted ?? (wanted === null ? CLEARED : {});
      const measures = { printArea, sourceImage, printWidthMm, bleedMm, safeMm };
      const areas = surfaces && { list: surfaces.map(areaMessage) };
      const fields = maskedUpdate({ ...body, ...measures, areas, ...surfaceMessage(surface) });
      const { template } = await clients.templates.updateTemplate({
        id,
        ...fields,
        assets: fields.assets ?? {},
        options: fields.options ? { values: fields.options } : undefined,
      });
      return templateView(template!, imageUrl);
    },
  }),

  route({
    name: 'deactivateTemplate',
    method: 'delete',
    path: '/products/templates/{id}',
    auth: 'admin',
    summary: 'Deactivate a template',
    params,
    status: 204,
    settles: ['media-render', 'storefront'],
    async handle({ params: { id }, clients }) {
      await clients.templates.deactivateTemplate({ id });
    },
  }),

  route({
    name: 'getTemplatePreview',
    method: 'get',
    path: '/products/templates/{id}/preview',
    auth: 'admin',
    summary: 'What is needed to show a template and its print area',
    params,
    response: TemplatePreviewJson,
    async handle({ params: { id }, clients, imageUrl }) {
      const { template } = await clients.templates.getTemplate({ id });
      return templatePreviewView(template!, imageUrl);
    },
  }),
];
