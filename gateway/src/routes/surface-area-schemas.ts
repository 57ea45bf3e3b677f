import type { SurfaceArea } from '@estampa/contracts/catalog/v1/surface_area';
import { FLAT_SURFACE } from '@estampa/kernel/surface';
import { FURTHER_SURFACES_MAX } from '@estampa/kernel/surface-areas';
import { z } from 'zod';
import { surfaceKey } from './part-schemas.ts';
import { printFields, surfaceMessage } from './surface-schemas.ts';

export const PIXELS_MAX = 12_000;
const PRINT_WIDTH_MAX_MM = 10_000;
const PRINT_MARGIN_MAX_MM = 20;

const pixel = z.number().min(0).max(PIXELS_MAX);
const extent = z.number().positive().max(PIXELS_MAX);
const printMargin = z.number().min(0).max(PRINT_MARGIN_MAX_MM).nullish();

export const templateArea = z.object({
  x: pixel.describe('Left edge, in pixels of the source image'),
  y: pixel.describe('Upper edge, in pixels of the source image'),
  width: extent.describe('To the right, in pixels of the source image'),
  height: extent.describe('Downwards, in pixels of the source image'),
});

/** How large what is printed is on the product. */
export const printMeasures = {
  printWidthMm: z
    .number()
    .min(1)
    .max(PRINT_WIDTH_MAX_MM)
    .nullish()
    .describe('How wide the print area is on the product'),
  bleedMm: printMargin.describe(
    'What is printed beyond the print area on every side; 0 when left out, more only with printWidthMm',
  ),
  safeMm: printMargin.describe(
    'How far inside the edge of the print area all that matters should stay; 0 when left out, more only with printWidthMm',
  ),
};

const furtherSurface = z
  .object({
    surface: surfaceKey.describe('Its key in the product type'),
    printArea: templateArea.describe('Where artworks are printed; inside the source image'),
    ...printMeasures,
    ...printFields,
  })
  .meta({
    id: 'NewSurfaceArea',
    description:
      'The images of the template serve all of its surfaces; a mask of its own is uploaded as `mask@` with its key, and goes with it',
  });

export const furtherSurfaces = z
  .array(furtherSurface)
  .max(FURTHER_SURFACES_MAX)
  .nullish()
  .describe('Further surfaces of the product type that its photo shows, beside the one that printArea is; null: none');

/** What is left out is as in a template where it is left out. */
export function areaMessage({ surface, printArea, ...area }: z.output<typeof furtherSurface>): SurfaceArea {
  const { warp, displacement, blend, inkOpacity, underbase } = surfaceMessage(area);
  return {
    surface,
    printArea,
    printWidthMm: area.printWidthMm ?? undefined,
    bleedMm: area.bleedMm ?? 0,
    safeMm: area.safeMm ?? 0,
    warp: warp ?? undefined,
    displacement: displacement ?? undefined,
    blend: blend ?? FLAT_SURFACE.blend,
    inkOpacity: inkOpacity ?? FLAT_SURFACE.inkOpacity,
    underbase: underbase ?? FLAT_SURFACE.underbase,
  };
}
