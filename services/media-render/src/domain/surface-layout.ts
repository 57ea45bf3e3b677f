import type { Surface } from '@estampa/kernel/surface';
import { locateOn, type Point } from '@estampa/kernel/warp';
import { printWindow, WORKING_SIDE_MAX_PX } from './composition-plan.ts';
import { boundsOf, intersection, type Rectangle, roundedOut, type Size } from './geometry.ts';

/**
 * Where a print goes that does not lie flat. It is drawn flat first, on a canvas, and bent from there: canvas pixels are as small
 * as the photo needs them nearly everywhere.
 */
export type SurfaceLayout = {
  /** Of the whole flat image, in canvas pixels: what an artwork is planned for. */
  canvas: Size;
  /** The part of the canvas that ink may cover, in integer pixels. */
  canvasWindow: Rectangle;
  /** The part of the output that ink may touch, in integer pixels. */
  window: Rectangle;
};

/** `inkArea` is where ink lies on the flat image; it and the print area are in pixels of the source image. */
export type SurfaceScene = {
  surface: Surface;
  printArea: Rectangle;
  inkArea: Rectangle;
  sourceImage: Size;
  output: Size;
};

/** Whether the print area lies as it is. */
export const isFlat = ({ warp, displacement }: Surface): boolean => warp === null && displacement === null;

/** Along each side of the ink area. */
const SAMPLES = 64;
/** So much of the ink area may be enlarged more than the canvas shows. */
const ENLARGED_MORE = 0.1;
/** Sampling softens what it bends; from finer pixels it softens less. */
const CANVAS_FINENESS = 1.25;
/** Between two samples an edge may bulge. */
const BULGE_SHARE = 0.02;
const BULGE_PX = 2;

/** Null when no ink can be seen. */
export function layOut({ surface, printArea, inkArea, sourceImage, output }: SurfaceScene): SurfaceLayout | null {
  const factor = output.width / sourceImage.width;
  const moved = Math.abs(surface.displacement?.strengthPx ?? 0) * factor;
  if (!surface.warp) {
    const flat = printWindow(inkArea, sourceImage, output);
    const window = flat && intersection({ x: 0, y: 0, ...output }, roundedOut(grown(flat, moved)));
    return window && { canvas: output, canvasWindow: flat, window };
  }
  const lines = samples(surface, printArea, inkArea);
  const seen = lines.flat().filter((point) => point !== null);
  if (seen.length === 0) return null;
  const bounds = scaled(boundsOf(seen), factor);
  const bulge = Math.max(bounds.width, bounds.height) * BULGE_SHARE + BULGE_PX;
  const window = intersection({ x: 0, y: 0, ...output }, roundedOut(grown(bounds, moved + bulge)));
  const canvas = canvasSize(sourceImage, inkArea, {
    wanted: CANVAS_FINENESS * factor * enlargementOf(lines, inkArea),
    output,
  });
  const canvasWindow = printWindow(inkArea, sourceImage, canvas);
  return window && canvasWindow && { canvas, canvasWindow, window };
}

function samples({ warp }: Surface, printArea: Rectangle, inkArea: Rectangle): (Point | null)[][] {
  const locate = locateOn(warp, printArea);
  const u = (step: number) => (inkArea.x + (inkArea.width * step) / SAMPLES - printArea.x) / printArea.width;
  const v = (step: number) => (inkArea.y + (inkArea.height * step) / SAMPLES - printArea.y) / printArea.height;
  return Array.from({ length: SAMPLES + 1 }, (_, row) =>
    Array.from({ length: SAMPLES + 1 }, (_none, column) => locate(u(column), v(row))),
  );
}

/** How many pixels of the photo a pixel of the ink area takes where it is shown large, in the direction in which it is largest. */
function enlargementOf(lines: readonly (Point | null)[][], { width, height }: Rectangle): number {
  const [stepX, stepY] = [width / SAMPLES, height / SAMPLES];
  const found = lines.slice(1).flatMap((line, row) =>
    line.slice(1).flatMap((point, column) => {
      const [left, above] = [line[column], lines[row]![column + 1]];
      if (!point || !left || !above) return [];
      const across = Math.hypot(point.x - left.x, point.y - left.y) / stepX;
      const down = Math.hypot(point.x - above.x, point.y - above.y) / stepY;
      return Math.max(across, down);
    }),
  );
  const sorted = found.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * (1 - ENLARGED_MORE))] ?? 1;
}

/** Pixels of the canvas that ink may cover, for each pixel of the output: bounds the memory that drawing takes. */
export const CANVAS_SHARE_MAX = 1.5;

/** Like the output without enlargement; no larger than the largest artwork is drawn. */
function canvasSize(
  { width, height }: Size,
  inkArea: Rectangle,
  { wanted, output }: { wanted: number; output: Size },
): Size {
  const scale = Math.min(
    wanted,
    (WORKING_SIDE_MAX_PX - 1) / Math.max(inkArea.width, inkArea.height),
    Math.sqrt((output.width * output.height * CANVAS_SHARE_MAX) / (inkArea.width * inkArea.height)),
  );
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

const scaled = ({ x, y, width, height }: Rectangle, factor: number): Rectangle => ({
  x: x * factor,
  y: y * factor,
  width: width * factor,
  height: height * factor,
});

const grown = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
