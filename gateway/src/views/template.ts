import type { Template } from '@estampa/contracts/catalog/v1/template';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, iso, timestamp, shownDictionary } from '../routes/schemas.ts';
import type { View } from './view.ts';

const PrintAreaJson = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({ id: 'PrintArea', description: 'In pixels of the source image, origin at its top-left' });

const url = z.string().nullable();

/** What templates have in common wherever they are shown. */
export const templateFields = {
  id: z.string(),
  displayName: z.string(),
  assets: shownDictionary.describe('Empty: for all variants'),
  options: shownDictionary.nullable().describe('Null: appears in all variants'),
  config: z.object({
    printArea: PrintAreaJson.nullable(),
    sourceImage: z.object({ width: z.int(), height: z.int() }).nullable(),
    printWidthMm: z.number().nullable().describe('How wide the print area is on the product'),
    bleedMm: z.number().describe('What is printed beyond the print area on every side'),
    safeMm: z.number().describe('How far inside the edge of the print area all that matters should stay'),
  }),
  images: z
    .object({ baseUrl: url, maskUrl: url, outlineUrl: url, shadowUrl: url, highlightUrl: url, previewUrl: url })
    .meta({ id: 'TemplateImages' }),
};

const SharedTemplateJson = z.object(templateFields);

export const TemplateJson = z
  .object({ ...templateFields, productTypeId: id, isActive: z.boolean(), createdAt: timestamp, updatedAt: timestamp })
  .meta({ id: 'Template' });

export const templateView = (
  template: Template,
  imageUrl: ImageUrl,
): View<
  Template,
  typeof TemplateJson,
  'printArea' | 'sourceImage' | 'printWidthMm' | 'bleedMm' | 'safeMm' | 'revision'
> => ({
  ...sharedTemplateView(template, imageUrl),
  productTypeId: template.productTypeId,
  isActive: template.isActive,
  createdAt: iso(template.createdAt!),
  updatedAt: iso(template.updatedAt!),
});

const { config, images } = templateFields;

export const TemplatePreviewJson = z
  .object({
    templateId: z.string(),
    displayName: z.string(),
    images,
    printArea: config.shape.printArea,
    sourceImage: config.shape.sourceImage,
    printWidthMm: config.shape.printWidthMm,
    bleedMm: config.shape.bleedMm,
    safeMm: config.shape.safeMm,
  })
  .meta({ id: 'TemplatePreview' });

export function templatePreviewView(template: Template, imageUrl: ImageUrl): z.input<typeof TemplatePreviewJson> {
  const shared = sharedTemplateView(template, imageUrl);
  return { templateId: shared.id, displayName: shared.displayName, images: shared.images, ...shared.config };
}

export function sharedTemplateView(template: Template, imageUrl: ImageUrl): z.input<typeof SharedTemplateJson> {
  const urlOf = (kind: string) => {
    const image = template.images.find((one) => one.kind === kind);
    return image ? imageUrl(image.key) : null;
  };
  return {
    id: template.id,
    displayName: template.displayName,
    assets: template.assets,
    options: template.options?.values ?? null,
    config: {
      printArea: template.printArea ?? null,
      sourceImage: template.sourceImage ?? null,
      printWidthMm: template.printWidthMm ?? null,
      bleedMm: template.bleedMm,
      safeMm: template.safeMm,
    },
    images: {
      baseUrl: urlOf('base'),
      maskUrl: urlOf('mask'),
      outlineUrl: urlOf('outline'),
      shadowUrl: urlOf('shadow'),
      highlightUrl: urlOf('highlight'),
      previewUrl: urlOf('preview'),
    },
  };
}
