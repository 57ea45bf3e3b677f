import type { CompletedTemplateImage, PresignedTemplateImage } from '@estampa/contracts/catalog/v1/template';
import { COMPLETE_DEADLINE_MS } from '@estampa/kernel/deadlines';
import { FURTHER_SURFACES_MAX, SURFACE_MASK } from '@estampa/kernel/surface-areas';
import { z } from 'zod';
import type { ImageUrl } from '../views/image-url.ts';
import { UPLOADED_IMAGE_REJECTIONS } from './image-rejections.ts';
import { route } from './route.ts';
import { failing, storageKey, templateId, url, imageType, uploadHeaders } from './schemas.ts';
import { TemplateJson, templateView } from '../views/template.ts';

const IMAGE_MAX_BYTES = 25 * 1024 * 1024;
/** Of the photo. */
const KINDS = [
  'base',
  'mask',
  'outline',
  'shadow',
  'highlight',
  'preview',
  'displacement',
  'texture',
  'colourMask',
] as const;
/** Every pixel of an upload is checked. */
const NOT_IDEMPOTENT = 'changes nothing before the image is completed';

const KINDS_MAX = KINDS.length + FURTHER_SURFACES_MAX;

const kind = z
  .union(
    [
      z.enum(KINDS).meta({ id: 'TemplateLayerKind', description: 'An image of the photo' }),
      z
        .string()
        .regex(SURFACE_MASK, { abort: true })
        .meta({ id: 'SurfaceMaskKind', description: 'The mask of a further surface, by its key' }),
    ],
    `must be one of ${KINDS.join(', ')}, or mask@ with the key of a further surface`,
  )
  .meta({
    id: 'TemplateImageKind',
    description:
      '`mask@sleeve` is the mask of the further surface `sleeve`; without one it has the mask of the template',
  });
const params = z.object({ id: templateId });

const file = {
  kind: kind.describe('Which layer it is'),
  contentType: imageType.describe('Of the file as it is sent'),
  sizeBytes: z.int().min(1).max(IMAGE_MAX_BYTES).describe('Of the file, exactly'),
};

const UploadJson = z
  .object({
    uploadUrl: url.describe('Where to PUT the file, for some minutes'),
    key: z.string().describe('What to complete the upload with'),
    kind: kind.describe('Which layer it is'),
    headers: uploadHeaders,
  })
  .meta({ id: 'TemplateImageUpload' });

const ImageJson = z
  .object({
    kind: kind.describe('Which layer it is'),
    key: z.string().describe('In storage'),
    cdnUrl: url.describe('Its public address'),
    widthPx: z.int().describe('Of the file'),
    heightPx: z.int().describe('Of the file'),
  })
  .meta({ id: 'TemplateImage' });

/** Two files of one kind would have no order. */
function eachKindOnce(kinds: readonly string[], report: (at: number) => void): void {
  for (const [at, one] of kinds.entries()) if (kinds.indexOf(one) < at) report(at);
}

const twice = failing('duplicate', 'is given twice');

const images = z
  .array(z.object(file))
  .min(1)
  .max(KINDS_MAX)
  .superRefine((given, { addIssue }) =>
    eachKindOnce(
      given.map((image) => image.kind),
      (at) => addIssue({ code: 'custom', path: [at, 'kind'], ...twice }),
    ),
  );

const kinds = z
  .array(kind)
  .min(1)
  .max(KINDS_MAX)
  .superRefine((given, { addIssue }) =>
    eachKindOnce(given, (at) => addIssue({ code: 'custom', path: [at], ...twice })),
  );

export const templateImageRoutes = [
  route({
    name: 'presignTemplateImage',
    method: 'post',
    path: '/products/templates/{id}/images/presign',
    auth: 'admin',
    summary: 'Ask where to PUT a template image',
    description: 'Then complete it.',
    notIdempotent: NOT_IDEMPOTENT,
    params,
    body: z.object(file),
    errors: { 400: ['unknown_reference'] },
    response: UploadJson,
    async handle({ params: { id }, body, clients }) {
      const { uploads } = await clients.templates.presignTemplateImages({ templateId: id, images: [body] });
      return uploadView(uploads[0]!);
    },
  }),

  route({
    name: 'presignTemplateImages',
    method: 'post',
    path: '/products/templates/{id}/images/presign-batch',
    auth: 'admin',
    summary: 'Ask where to PUT several template images, one of a kind',
    description: 'Then complete them.',
    notIdempotent: NOT_IDEMPOTENT,
    params,
    body: z.object({ images: images.describe('What will be uploaded, each kind once') }),
    errors: { 400: ['unknown_reference'] },
    response: z.object({ uploads: z.array(UploadJson).describe('One for each image, in the order sent') }),
    async handle({ params: { id }, body, clients }) {
      const { uploads } = await clients.templates.presignTemplateImages({ templateId: id, ...body });
      return { uploads: uploads.map(uploadView) };
    },
  }),

  route({
    name: 'completeTemplateImage',
    method: 'post',
    path: '/products/templates/{id}/images/complete',
    auth: 'admin',
    summary: 'Take an uploaded image into use',
    description: 'The base image activates the template.',
    params,
    body: z.object({ kind: kind.describe('Which layer it is'), key: storageKey }),
    errors: { 400: UPLOADED_IMAGE_REJECTIONS },
    response: ImageJson,
    settles: ['media-render', 'storefront'],
    async handle({ params: { id }, body, clients, imageUrl }) {
      const completed = await clients.templates.completeTemplateImages(
        { templateId: id, images: [body] },
        { deadlineMs: COMPLETE_DEADLINE_MS },
      );
      return imageView(completed.images[0]!, imageUrl);
    },
  }),

  route({
    name: 'completeTemplateImages',
    method: 'post',
    path: '/products/templates/{id}/images/complete-batch',
    auth: 'admin',
    summary: 'Take the images that were presigned last for these kinds into use, all or none',
    params,
    body: z.object({ kinds: kinds.describe('Whose latest uploads are completed, all or none') }),
    errors: { 400: UPLOADED_IMAGE_REJECTIONS },
    response: z.object({
      images: z.array(ImageJson).describe('Those completed'),
      template: TemplateJson.describe('As it is with them'),
    }),
    settles: ['media-render', 'storefront'],
    async handle({ params: { id }, body, clients, imageUrl }) {
      const { images: completed, template } = await clients.templates.completeTemplateImages(
        { templateId: id, images: body.kinds.map((one) => ({ kind: one })) },
        { deadlineMs: COMPLETE_DEADLINE_MS },
      );
      return {
        images: completed.map((image) => imageView(image, imageUrl)),
        template: templateView(template!, imageUrl),
      };
    },
  }),

  route({
    name: 'removeTemplateImage',
    method: 'delete',
    path: '/products/templates/{id}/images/{kind}',
    auth: 'admin',
    summary: 'Show a template without one of its images from now on',
    description: 'Each but the base, which can only be replaced. One that it does not have changes nothing.',
    params: params.extend({ kind: kind.describe('Which layer it is') }),
    status: 204,
    errors: { 400: ['wrong_state'] },
    settles: ['media-render', 'storefront'],
    async handle({ params: { id, kind: one }, clients }) {
      await clients.templates.removeTemplateImage({ templateId: id, kind: one });
    },
  }),
];

const uploadView = ({ uploadUrl, key, headers, kind: one }: PresignedTemplateImage) => ({
  uploadUrl,
  key,
  kind: one,
  headers,
});

const imageView = (image: CompletedTemplateImage, imageUrl: ImageUrl) => ({
  kind: image.kind,
  key: image.uploadKey,
  cdnUrl: imageUrl(image.imageKey),
  widthPx: image.widthPx,
  heightPx: image.heightPx,
});
