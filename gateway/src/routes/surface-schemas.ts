import {
  BLUR_MAX_PX,
  COORDINATE_MAX_PX,
  DISPLACEMENT_MAX_PX,
  MESH_POINTS_MAX,
  MESH_POINTS_MIN,
  PRINT_BLENDS,
  RADIUS_MAX_PX,
  ROTATION_MAX,
  SEEN_ANGLE_MAX,
} from '@estampa/kernel/surface';
import type { Warp } from '@estampa/contracts/catalog/v1/surface';
import { z } from 'zod';
import { partKey } from './part-schemas.ts';

const CORNERS = 4;

export const PrintBlend = z.enum(PRINT_BLENDS).meta({
  id: 'PrintBlend',
  description: 'normal: ink covers; multiply: it darkens, as on cloth; screen: it brightens',
});

const coordinate = z.number().min(-COORDINATE_MAX_PX).max(COORDINATE_MAX_PX);
const point = z
  .object({ x: coordinate.describe('To the right'), y: coordinate.describe('Downwards') })
  .meta({ id: 'NewPhotoPoint', description: 'In pixels of the source image; it may lie outside of it' });
const meshSide = z.int().min(MESH_POINTS_MIN).max(MESH_POINTS_MAX);

/** A mug, and a poster on a wall that goes away to the right. */
const EXAMPLES = [
  {
    kind: 'cylinder' as const,
    axis: { from: { x: 700, y: 490 }, to: { x: 700, y: 1_065 } },
    radiusPx: 350,
    angle: 75,
    rotation: 0,
    sagPx: 44,
  },
  {
    kind: 'perspective' as const,
    corners: [
      { x: 430, y: 290 },
      { x: 1_090, y: 386 },
      { x: 1_090, y: 1_092 },
      { x: 430, y: 1_226 },
    ],
  },
];

const NewWarp = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('perspective').describe('A flat thing, seen from anywhere'),
      corners: z
        .array(point)
        .length(CORNERS)
        .describe('Where the corners of the print area are seen, clockwise from its upper left one'),
    }),
    z.object({
      kind: z.literal('cylinder').describe('A round thing such as a mug'),
      axis: z
        .object({ from: point.describe('At its upper edge'), to: point.describe('At its lower edge') })
        .describe('The part of the axis that the print area goes around'),
      radiusPx: z.number().min(1).max(RADIUS_MAX_PX).describe('In pixels of the source image'),
      angle: z.number().min(1).max(SEEN_ANGLE_MAX).describe('How many degrees around the axis the print area covers'),
      rotation: z
        .number()
        .min(-ROTATION_MAX)
        .max(ROTATION_MAX)
        .nullish()
        .describe('How many degrees its middle is rotated away from the viewer, to the right; 0 when left out'),
      sagPx: z
        .number()
        .min(-RADIUS_MAX_PX)
        .max(RADIUS_MAX_PX)
        .nullish()
        .describe(
          'How much lower the nearest point of its edges lies than their ends: positive when seen from above; 0 when left out',
        ),
    }),
    z.object({
      kind: z.literal('mesh').describe('Anything else, such as cloth'),
      columns: meshSide.describe('Points from left to right'),
      rows: meshSide.describe('Points from top to bottom'),
      points: z
        .array(point)
        .min(MESH_POINTS_MIN ** 2)
        .max(MESH_POINTS_MAX ** 2)
        .describe('Where the points of an even grid over the print area are seen, row by row; smooth in between'),
    }),
  ])
  .meta({
    id: 'NewWarp',
    description: 'How the flat print area lies on the photo; it must not fold, mirror or cross itself',
    examples: EXAMPLES,
  });

/** How prints of one surface show on the photo. */
export const printFields = {
  warp: NewWarp.nullish().describe('The shape of the product; null where the print area lies flat'),
  displacement: z
    .object({
      strengthPx: z
        .number()
        .min(-DISPLACEMENT_MAX_PX)
        .max(DISPLACEMENT_MAX_PX)
        .describe(
          'To the upper left where the image is white, to the lower right where it is black, by so much; none at 128',
        ),
      blurPx: z.number().min(0).max(BLUR_MAX_PX).nullish().describe('How much it is blurred first; 0 when left out'),
    })
    .nullish()
    .describe('How far the image of this kind moves the print, in pixels of the source image'),
  blend: PrintBlend.nullish().describe('How ink mixes with the product; normal when left out'),
  inkOpacity: z.number().min(0).max(1).nullish().describe('How much of the ink shows; all, 1, when left out'),
  underbase: z
    .boolean()
    .nullish()
    .describe('Whether ink is printed on white where the product is dark; false when left out'),
};

/** How prints show on the photo. */
export const surfaceFields = {
  ...printFields,
  colourMask: z
    .object({ option: partKey.describe('The key of the option whose values have the colours, by hexColor') })
    .nullish()
    .describe(
      'Shows the product in each colour of an option where the image of this kind, by alpha or brightness, is cloth',
    ),
};

export const NO_SURFACE = {
  warp: null,
  displacement: null,
  blend: null,
  inkOpacity: null,
  underbase: null,
  colourMask: null,
};

export type Surface = { [K in keyof typeof surfaceFields]?: z.output<(typeof surfaceFields)[K]> };

/** As messages have it; what is left out stays out, and null stays null. */
export function surfaceMessage({ warp, displacement, blend, inkOpacity, underbase, colourMask }: Surface) {
  return {
    warp: warp && warpMessage(warp),
    displacement: displacement && { ...displacement, blurPx: displacement.blurPx ?? 0 },
    blend,
    inkOpacity,
    underbase,
    colourMask,
  };
}

function warpMessage(warp: z.output<typeof NewWarp>): Warp {
  switch (warp.kind) {
    case 'perspective':
      return { perspective: { corners: warp.corners } };
    case 'cylinder': {
      const { axis, radiusPx, angle } = warp;
      return { cylinder: { axis, radiusPx, angle, rotation: warp.rotation ?? 0, sagPx: warp.sagPx ?? 0 } };
    }
    case 'mesh':
      return { mesh: { columns: warp.columns, rows: warp.rows, points: warp.points } };
  }
}
