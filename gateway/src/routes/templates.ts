import { z } from 'zod';
import { route } from '../route.ts';
import { booleanQuery, dictionary, listOf, pageQuery, pathId, storageKey, templateId, text } from '../schemas.ts';
import { TemplateJson, templateView } from '../views/template.ts';

const NAME_MAX_CHARACTERS = 150;
const PIXELS_MAX = 12_000;
const IMAGE_MAX_BYTES = 25 * 1024 * 1024;

const kind = z.enum(['base', 'mask', 'outline', 'shadow', 'highlight', 'preview']);
const pixel = z.number().min(0).max(PIXELS_MAX);
const extent = z.number().positive().max(PIXELS_MAX);
const wholeExtent = z.int().min(1).max(PIXELS_MAX);

const ofType = z.object({ id: pathId });
const params = z.object({ id: templateId });

export const templateRoutes = [
  route({
    method: 'post',
    path: '/products/types/{id}/templates',
    auth: 'admin',
    summary: 'Create a mockup template; it becomes active with its base image',
    params: ofType,
    body: z.object({
      id: templateId.nullish().describe('Made from displayName when left out'),
      displayName: text(1, NAME_MAX_CHARACTERS),
      assets: dictionary.describe('Variants it applies to; empty: all'),
      options: dictionary.nullish().describe('Option values it shows; null: appears in all variants'),
      config: z
        .object({
          printArea: z.object({ x: pixel, y: pixel, width: extent, height: extent }).nullish(),
          sourceImage: z.object({ width: wholeExtent, height: wholeExtent }).nullish(),
        })
        .nullish(),
      isActive: z.boolean().nullish(),
    }),
    status: 201,
    answer: TemplateJson,
    settles: ['media-render', 'storefront'],
    async handle({ params: { id: productTypeId }, body, clients, pictureUrl }) {
      const { template } = await clients.templates.createTemplate({
        productTypeId,
        id: body.id ?? undefined,
        displayName: body.displayName,
        assets: body.assets,
        options: body.options ? { values: body.options } : undefined,
        printArea: body.config?.printArea ?? undefined,
        sourceImage: body.config?.sourceImage ?? undefined,
        isActive: body.isActive ?? false,
      });
      return templateView(template!, pictureUrl);
    },
  }),

  route({
    method: 'get',
    path: '/products/types/{id}/templates',
    auth: 'admin',
    summary: 'List the active templates of a product type, newest first',
    params: ofType,
    query: z.object({ ...pageQuery, includeInactive: booleanQuery.default(false) }),
    answer: listOf('templates', TemplateJson),
    async handle({ params: { id: productTypeId }, query: { skip, limit, includeInactive }, clients, pictureUrl }) {
      const page = { skip, limit };
      const { templates, total } = await clients.templates.listTemplates({ productTypeId, page, includeInactive });
      return { templates: templates.map((template) => templateView(template, pictureUrl)), total, skip, limit };
    },
  }),

  route({
    method: 'get',
    path: '/products/templates/{id}',
    auth: 'admin',
    summary: 'One template',
    params,
    answer: TemplateJson,
    async handle({ params: { id }, clients, pictureUrl }) {
      const { template } = await clients.templates.getTemplate({ id });
      return templateView(template!, pictureUrl);
    },
  }),

  route({
    method: 'post',
    path: '/products/templates/{id}/images/presign',
    auth: 'admin',
    summary: 'Ask where to PUT a template image; then complete it',
    unkeyed: 'changes nothing before the image is completed',
    params,
    body: z.object({
      kind,
      contentType: z.enum(['image/png', 'image/jpeg', 'image/webp']),
      sizeBytes: z.int().min(1).max(IMAGE_MAX_BYTES),
    }),
    answer: z.object({
      uploadUrl: z.string(),
      key: z.string(),
      kind,
      headers: z.record(z.string(), z.string()).describe('To be sent with the PUT exactly as they are'),
    }),
    async handle({ params: { id }, body, clients }) {
      const { uploadUrl, key, headers } = await clients.templates.presignTemplateImage({ templateId: id, ...body });
      return { uploadUrl, key, kind: body.kind, headers };
    },
  }),

  route({
    method: 'post',
    path: '/products/templates/{id}/images/complete',
    auth: 'admin',
    summary: 'Take an uploaded image into use; the base image activates the template',
    params,
    body: z.object({ kind, key: storageKey }),
    answer: z.object({ kind, key: z.string(), cdnUrl: z.string(), widthPx: z.int(), heightPx: z.int() }),
    settles: ['media-render', 'storefront'],
    async handle({ params: { id }, body, clients, pictureUrl }) {
      const { image } = await clients.templates.completeTemplateImage({ templateId: id, ...body });
      const { key, widthPx, heightPx } = image!;
      return { kind: body.kind, key, cdnUrl: pictureUrl(key), widthPx, heightPx };
    },
  }),
];
