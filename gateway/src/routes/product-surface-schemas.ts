import { EXTRA_COST_MAX_CENTS, SURFACE_SIDE_MAX_MM, SURFACES_PER_TYPE_MAX } from '@estampa/kernel/product-surfaces';
import { z } from 'zod';
import { withoutNulls } from '../http/without-nulls.ts';
import { label, surfaceKey } from './part-schemas.ts';
import { id } from './schemas.ts';
import { NewTextLayer } from './text-layer-schemas.ts';

const side = z.number().positive().max(SURFACE_SIDE_MAX_MM).nullish();

const NewProductSurface = z
  .object({
    key: surfaceKey,
    name: label.describe('What people see'),
    widthMm: side.describe('What can be printed of it, in millimetres; null: not known'),
    heightMm: side.describe('As widthMm'),
    extraCostCents: z
      .int()
      .min(0)
      .max(EXTRA_COST_MAX_CENTS)
      .default(0)
      .describe('Added to the base cost of each product that uses it; those of a type together are limited alike'),
    required: z.boolean().default(false).describe('Whether every product has to use it; the first one must be'),
  })
  .meta({ id: 'NewProductSurface' });

/** All surfaces of a type. */
export const newProductSurfaces = z
  .array(NewProductSurface)
  .min(1)
  .max(SURFACES_PER_TYPE_MAX)
  .describe(
    'What can be printed of a product, such as front and back. The first one is that of its artworkId. Those that a type has may be changed, not left out',
  );

export const productSurfaces = (surfaces: z.output<typeof newProductSurfaces> | null | undefined) =>
  surfaces ? { list: surfaces.map(withoutNulls) } : undefined;

/** What a seller prints on each surface. */
const surfaceList = z
  .array(
    z
      .object({
        surface: surfaceKey,
        artworkId: id.describe('What is printed on it: an active one of the seller'),
        textLayer: NewTextLayer.nullish().describe(
          'Where buyers may have words of their own printed; not sent: as it is; null: nowhere',
        ),
      })
      .meta({
        id: 'UsedSurface',
      }),
  )
  .max(SURFACES_PER_TYPE_MAX);

export const usedSurfaces = surfaceList
  .nullish()
  .describe(
    'Which surfaces of the product type are printed, each once, with artworkId on the first one; not sent: the first one alone',
  );

export const changedSurfaces = surfaceList
  .optional()
  .describe(
    'All surfaces that are printed from now on, each once; artworkId stays on the first one. On sale each new one needs a render, and prices must cover what it adds to the cost; what was sold stays as it was',
  );

export const chosenSurfaces = (surfaces: z.output<typeof usedSurfaces>) =>
  surfaces ? { list: surfaces.map(chosenSurface) } : undefined;

const chosenSurface = ({ textLayer, ...used }: z.output<typeof surfaceList>[0]) => ({
  ...used,
  textLayer: textLayer ?? undefined,
  withoutText: textLayer === null,
});
