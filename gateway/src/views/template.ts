import type { Template } from '@estampa/contracts/catalog/v1/template';
import { surfaceMask } from '@estampa/kernel/surface-areas';
import { z } from 'zod';
import type { ImageUrl } from './image-url.ts';
import { id, iso, timestamp, shownDictionary } from '../routes/schemas.ts';
import { printJson, printView, surfaceJson, surfaceView } from './surface.ts';
import type { View } from './view.ts';

const PrintAreaJson = z
  .object({
    x: z.number().describe('Left edge'),
    y: z.number().describe('Upper edge'),
    width: z.number().describe('To the right'),
    height: z.number().describe('Downwards'),
  })

  .meta({ id: 'PrintArea', description: 'In pixels of the source image, origin at its top-left' });

const layer = (shows: string) => z.string().nullable().describe(`${shows}; null where there is none`);

/** What templates have in common wherever they are shown. */
export const templateFields = {
  id: z.string().describe('Made of the name; also in the addresses of renders'),
  displayName: z.string().describe('What admins and sellers call it'),
  assets: shownDictionary.describe('Empty: for all variants'),
  options: shownDictionary.nullable().describe('Null: appears in all variants'),
  surface: z.string().nullable().describe('Which surface of the product type its print area is; null: the first one'),
  config: z
    .object({
      printArea: PrintAreaJson.nullable().describe(
        'Where artworks are printed; null until it is set: then nothing is rendered',
      ),
      sourceImage: z
        .object({ width: z.int().describe('In pixels'), height: z.int().describe('In pixels') })
        .nullable()
        .describe('What coordinates refer to: the size of the base image; null until there is one'),
      printWidthMm: z.number().nullable().describe('How wide the print area is on the product'),
      bleedMm: z.number().describe('What is printed beyond the print area on every side'),
      safeMm: z.number().describe('How far inside the edge of the print area all that matters should stay'),
      surfaces: z
        .array(
          z
            .object({
              surface: z.string().describe('Its key in the product type'),
              printArea: PrintAreaJson.describe('Where artworks are printed'),
              printWidthMm: z.number().nullable().describe('How wide the print area is on the product'),
              bleedMm: z.number().describe('What is printed beyond the print area on every side'),
              safeMm: z.number().describe('How far inside the edge of the print area all that matters should stay'),
              maskUrl: z
                .string()
                .nullable()
                .describe('Its own mask: where ink shows on it; null: where maskUrl of images says'),
              ...printJson,
            })
            .meta({ id: 'SurfaceArea' }),
        )
        .describe('Further surfaces of the product type that its photo shows'),
      ...surfaceJson,
    })
    .describe('Its measures'),
  images: z
    .object({
      baseUrl: layer('The photo of the product'),
      maskUrl: layer('Where ink shows, by its alpha or its brightness'),
      outlineUrl: layer('Drawn over all'),
      shadowUrl: layer('Multiplied with the artwork'),
      highlightUrl: layer('Brightens the artwork (screen)'),
      previewUrl: layer('A small image of the template for lists'),
      displacementUrl: layer('Not shown: its levels move the artwork'),
      textureUrl: layer('Not shown itself: the artwork is multiplied by it'),
      colourMaskUrl: layer('Not shown: where the product is coloured'),
    })
    .meta({ id: 'TemplateImages' })
    .describe('Its layers'),
};

const SharedTemplateJson = z.object(templateFields);

export const TemplateJson = z
  .object({
    ...templateFields,
    productTypeId: id.describe('What it is a photo of'),
    isActive: z.boolean().describe('Whether sellers are offered it; from the base image on'),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Template' });

export const templateView = (
  template: Template,
  imageUrl: ImageUrl,
): View<
  Template,
  typeof TemplateJson,
  | 'printArea'
  | 'sourceImage'
  | 'printWidthMm'
  | 'bleedMm'
  | 'safeMm'
  | 'warp'
  | 'displacement'
  | 'blend'
  | 'inkOpacity'
  | 'underbase'
  | 'colourMask'
  | 'colours'
  | 'revision'
  | 'areas'
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
    templateId: z.string().describe('The template'),
    displayName: z.string().describe('What admins and sellers call it'),
    images,
    printArea: config.shape.printArea,
    sourceImage: config.shape.sourceImage,
    printWidthMm: config.shape.printWidthMm,
    bleedMm: config.shape.bleedMm,
    safeMm: config.shape.safeMm,
    surfaces: config.shape.surfaces,
    ...surfaceJson,
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
    surface: template.surface ?? null,
    config: {
      printArea: template.printArea ?? null,
      sourceImage: template.sourceImage ?? null,
      printWidthMm: template.printWidthMm ?? null,
      bleedMm: template.bleedMm,
      safeMm: template.safeMm,
      surfaces: template.areas.map((area) => ({
        surface: area.surface,
        printArea: area.printArea!,
        printWidthMm: area.printWidthMm ?? null,
        bleedMm: area.bleedMm,
        safeMm: area.safeMm,
        maskUrl: urlOf(surfaceMask(area.surface)),
        ...printView(area),
      })),
      ...surfaceView(template),
    },
    images: {
      baseUrl: urlOf('base'),
      maskUrl: urlOf('mask'),
      outlineUrl: urlOf('outline'),
      shadowUrl: urlOf('shadow'),
      highlightUrl: urlOf('highlight'),
      previewUrl: urlOf('preview'),
      displacementUrl: urlOf('displacement'),
      textureUrl: urlOf('texture'),
      colourMaskUrl: urlOf('colourMask'),
    },
  };
}
