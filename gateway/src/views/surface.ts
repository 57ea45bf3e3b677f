import type { Cylinder, Warp } from '@estampa/contracts/catalog/v1/surface';
import type { Template } from '@estampa/contracts/catalog/v1/template';
import { FLAT_SURFACE, type PrintBlend as Blend } from '@estampa/kernel/surface';
import { z } from 'zod';
import { hexColor } from '../routes/part-schemas.ts';
import { PrintBlend } from '../routes/surface-schemas.ts';

const PointJson = z
  .object({ x: z.number().describe('To the right'), y: z.number().describe('Downwards') })
  .meta({ id: 'PhotoPoint', description: 'In pixels of the source image; it may lie outside of it' });

const WarpJson = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('perspective').describe('A flat thing, seen from anywhere'),
      corners: z
        .array(PointJson)
        .describe('Where the corners of the print area are seen, clockwise from its upper left one'),
    }),
    z.object({
      kind: z.literal('cylinder').describe('A round thing such as a mug'),
      axis: z
        .object({ from: PointJson.describe('At its upper edge'), to: PointJson.describe('At its lower edge') })
        .describe('The part of the axis that the print area goes around'),
      radiusPx: z.number().describe('In pixels of the source image'),
      angle: z.number().describe('How many degrees around the axis the print area covers'),
      rotation: z.number().describe('How many degrees its middle is rotated away from the viewer, to the right'),
      sagPx: z.number().describe('How much lower the nearest point of its edges lies than their ends'),
    }),
    z.object({
      kind: z.literal('mesh').describe('Anything else, such as cloth'),
      columns: z.int().describe('Points from left to right'),
      rows: z.int().describe('Points from top to bottom'),
      points: z
        .array(PointJson)
        .describe('Where the points of an even grid over the print area are seen, row by row; smooth in between'),
    }),
  ])
  .meta({ id: 'Warp', description: 'How the flat print area lies on the photo' });

/** How prints of one surface show. */
export const printJson = {
  warp: WarpJson.nullable().describe('The shape of the product; null where the print area lies flat'),
  displacement: z
    .object({
      strengthPx: z
        .number()
        .describe('To the upper left where the image is white, to the lower right where it is black'),
      blurPx: z.number().describe('How much it is blurred first'),
    })
    .nullable()
    .describe(
      'How far the image of this kind moves the print, in pixels of the source image; null where nothing moves',
    ),
  blend: PrintBlend.describe('How ink mixes with the product'),
  inkOpacity: z.number().describe('How much of the ink shows, up to 1'),
  underbase: z.boolean().describe('Whether ink is printed on white where the product is dark'),
};

export const surfaceJson = {
  ...printJson,
  colourMask: z
    .object({ option: z.string().describe('The key of the option whose values have the colours') })
    .nullable()
    .describe('Where the image of this kind is cloth, the product is coloured; null: as on the photo'),
  colours: z
    .array(z.object({ value: z.string().describe('Of the option'), hexColor: hexColor.describe('What it looks like') }))
    .describe('What the product is shown in; empty: as on the photo'),
};

type Surface = Pick<
  Template,
  'warp' | 'displacement' | 'blend' | 'inkOpacity' | 'underbase' | 'colourMask' | 'colours'
>;

export const surfaceView = ({ colourMask, colours, ...print }: Surface) => ({
  ...printView(print),
  colourMask: colourMask ?? null,
  colours,
});

export const printView = ({
  warp,
  displacement,
  blend,
  inkOpacity,
  underbase,
}: Omit<Surface, 'colourMask' | 'colours'>) => ({
  warp: warp ? warpView(warp) : null,
  displacement: displacement ?? null,
  blend: (blend ?? FLAT_SURFACE.blend) as Blend,
  inkOpacity: inkOpacity ?? FLAT_SURFACE.inkOpacity,
  underbase,
});

function warpView({ perspective, cylinder, mesh }: Warp): z.input<typeof WarpJson> | null {
  if (perspective) return { kind: 'perspective', ...perspective };
  if (cylinder) return { kind: 'cylinder', ...cylinder, axis: axisView(cylinder) };
  return mesh ? { kind: 'mesh', ...mesh } : null;
}

const axisView = ({ axis }: Cylinder) => ({ from: axis!.from!, to: axis!.to! });
