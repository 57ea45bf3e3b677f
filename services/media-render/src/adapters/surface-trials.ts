import type { Displacement, Surface } from '@estampa/kernel/surface';
import { FLAT_SURFACE } from '@estampa/kernel/surface';
import type { Point, Warp } from '@estampa/kernel/warp';
import type { Rectangle, Size } from '../domain/geometry.ts';
import { type Placement, withBleed } from '../domain/placement.ts';
import { composeScene, drawn, pngOf } from './composition-scenes.ts';
import type { Raster } from './raster.ts';
import { tracePrints } from './surface-oracle.ts';

/** Bent prints that tests judge: how each product bends, and what is printed on it. */
export const SOURCE: Size = { width: 480, height: 400 };
export const OUTPUT: Size = { width: 240, height: 200 };
export const PRINT_AREA: Rectangle = { x: 120, y: 90, width: 240, height: 200 };
const PLACEMENT: Placement = { x: 132, y: 100, scale: 0.6, rotation: 0 };
export const ARTWORK: Size = { width: 360, height: 300 };

/** Waves, up to 8 px of the source image, on an even grid. */
function wavy(columns: number, rows: number): Warp {
  const points = Array.from({ length: columns * rows }, (_, at): Point => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    return {
      x: PRINT_AREA.x + (PRINT_AREA.width * column) / (columns - 1) + 8 * Math.sin(row * 1.9 + column * 0.7),
      y: PRINT_AREA.y + (PRINT_AREA.height * row) / (rows - 1) + 7 * Math.cos(column * 1.6 + row),
    };
  });
  return { kind: 'mesh', columns, rows, points };
}

const corner = (x: number, y: number): Point => ({ x, y });
const FOLDS: Displacement = { strengthPx: 9, blurPx: 0 };

export const SURFACES: Readonly<Record<string, Partial<Surface>>> = {
  perspective: {
    warp: { kind: 'perspective', corners: [corner(150, 70), corner(370, 110), corner(350, 300), corner(110, 340)] },
  },
  cylinder: {
    warp: {
      kind: 'cylinder',
      axis: { from: corner(236, 80), to: corner(240, 290) },
      radiusPx: 120,
      angle: 130,
      rotation: 8,
      sagPx: 14,
    },
  },
  mesh: { warp: wavy(5, 4) },
  folds: { displacement: FOLDS },
  'mesh with folds': { warp: wavy(4, 3), displacement: FOLDS },
};

/** Slow waves and one sharper fold, as levels of the displacement image at a point of the source image. */
export const relief = (x: number, y: number): number =>
  128 + 60 * Math.sin(x / 34 + y / 90) + 50 * Math.exp(-(((x + y * 0.3 - 300) / 16) ** 2));

type Draw = (x: number, y: number) => readonly [r: number, g: number, b: number, alpha?: number];

const CELLS = 12;
export const ARTWORKS: Readonly<Record<string, Draw>> = {
  /** Lines a few pixels wide, every way out of place is seen. */
  grid: (x, y) => {
    const isLine = (x * CELLS) % 1 < 0.18 || (y * CELLS * 0.8) % 1 < 0.18;
    return isLine ? [20, 30, 60] : [250, 200 + 50 * x, 120 + 100 * y];
  },
  dots: (x, y) => {
    const [dx, dy] = [((x * 6) % 1) - 0.5, ((y * 5) % 1) - 0.5];
    return [30, 30, 40, 255 * Math.min(1, Math.max(0, 6 * (0.3 - Math.hypot(dx, dy))))];
  },
  colours: (x, y) => [127 + 120 * Math.sin(x * 9), 127 + 120 * Math.cos(y * 8 + x), 127 + 120 * Math.sin((x + y) * 7)],
};

export const BASE: Draw = (x, y) => [225 - 40 * x, 215 - 30 * y, 205];

type Wanted = {
  surface: Partial<Surface>;
  artwork: Draw;
  placement?: Partial<Placement>;
  output?: Size;
  mask?: Draw;
  moves?: typeof relief;
};

const sourced = (draw: (x: number, y: number) => number) => (x: number, y: number) => {
  const level = draw(x * SOURCE.width, y * SOURCE.height);
  return [level, level, level] as const;
};

/** As the product composes it. */
export async function composeTrial({
  surface,
  artwork,
  placement,
  output = OUTPUT,
  mask,
  moves = relief,
}: Wanted): Promise<Raster> {
  return composeScene({
    files: {
      base: await pngOf(drawn(output, BASE)),
      ...(mask && { mask: await pngOf(drawn(output, mask)) }),
      ...(surface.displacement && { displacement: await pngOf(drawn(SOURCE, sourced(moves))) }),
    },
    artwork: drawn(ARTWORK, artwork),
    placement: { ...PLACEMENT, ...placement },
    printArea: PRINT_AREA,
    sourceImage: SOURCE,
    output,
    surface: { ...FLAT_SURFACE, ...surface },
  });
}

/** What the print covers on all surfaces, and little more. */
export const PART: Rectangle = { x: 50, y: 36, width: 140, height: 132 };

/** A part of what the product composes, as RGB. */
export const partOf = (image: Raster, part = PART): Uint8Array =>
  Uint8Array.from({ length: part.width * part.height * 3 }, (_, at) => {
    const [pixel, channel] = [Math.floor(at / 3), at % 3];
    const [x, y] = [part.x + (pixel % part.width), part.y + Math.floor(pixel / part.width)];
    return image.pixels[(y * image.width + x) * image.channels + channel]!;
  });

/** The same part as the oracle sees it, of each of the artworks, which lie alike: where they are seen is traced once. */
export function traceTrials(
  { surface, placement, output = OUTPUT }: Omit<Wanted, 'artwork'>,
  artworks: readonly Draw[],
  part = PART,
): Float32Array[] {
  const prints = tracePrints({
    surface: { ...FLAT_SURFACE, ...surface },
    relief: surface.displacement ? relief : null,
    printArea: PRINT_AREA,
    inkArea: withBleed(PRINT_AREA),
    placement: { ...PLACEMENT, ...placement },
    artworks: artworks.map((artwork) => drawn(ARTWORK, artwork)),
    sourceImage: SOURCE,
    output,
    part,
  });
  const base = partOf(drawn(output, BASE), part);
  return prints.map((print) => Float32Array.from(base, (level, at) => over(print, level, at)));
}

/** A print over a level of what is beneath it: of RGB, three a pixel. */
export function over(print: Float32Array, level: number, at: number): number {
  const pixel = Math.floor(at / 3);
  return print[pixel * 4 + (at % 3)]! + level * (1 - print[pixel * 4 + 3]! / 255);
}
