import type { PrintedSurface as SoldSurface } from '@estampa/contracts/orders/v1/printed_surface';
import { z } from 'zod';
import { hexColor } from '../routes/part-schemas.ts';
import { TextLayerJson } from '../routes/text-layer-schemas.ts';

const surfaceFields = {
  key: z.string().describe('Names it among those of its product type'),
  name: z.string().describe('What people see, such as `Costas`'),
};

/** What buyers and sellers read of each surface of what was sold. */
export const soldSurfaces = z.array(
  z
    .object({
      ...surfaceFields,
      text: z
        .object({
          text: z.string().describe('As it is printed'),
          font: z.string().describe('Key of its font'),
          color: hexColor.describe('What it is printed in'),
        })
        .meta({ id: 'PrintedText' })
        .optional()
        .describe('The buyer’s own words on it; left out where there are none'),
    })
    .meta({ id: 'SoldSurface' }),
);

export const soldSurfaceView = ({ key, name, text }: SoldSurface): z.input<typeof soldSurfaces>[0] => ({
  key,
  name,
  ...(text && { text: { text: text.text, font: text.font, color: text.color } }),
});

/** What visitors read of each surface of a product. */
export const printedSurfaces = z.array(
  z
    .object({
      ...surfaceFields,
      textLayer: TextLayerJson.optional().describe('Left out where buyers may have no words of their own'),
    })
    .meta({ id: 'PrintedSurface' }),
);
