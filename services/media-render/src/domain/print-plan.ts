import { boundsOf, centreOf, cornersOf, type Rectangle, roundedOut, type Size, turned } from './geometry.ts';
import { boundsOfPlaced, type Placement } from './placement.ts';
import { AREA_MAX_PX } from './image.ts';
import type { PrintJob } from './print-job.ts';

/** No printer needs more, and no file grows without bound where a small artwork lies on a large print area. */
export const PRINT_SIDE_MAX_PX = 20_000;

/** The print area in pixels of the artwork, and where the turned artwork lies on it. */
export type PrintPlan = {
  canvas: Size;
  /** Of the artwork before it is turned: 1, unless the canvas would be too large. */
  scale: number;
  rotation: number;
  /** Where the middle of the artwork lies on the canvas. */
  centre: { x: number; y: number };
};

type Canvas = Pick<PrintPlan, 'canvas' | 'scale'>;

/** One pixel of the artwork is one of the print, whatever its size, unless the canvas would be too large. */
function printCanvas(placement: Pick<Placement, 'scale'>, printArea: Rectangle, sideMaxPx = PRINT_SIDE_MAX_PX): Canvas {
  const full = { width: printArea.width / placement.scale, height: printArea.height / placement.scale };
  const scale = Math.min(
    1,
    sideMaxPx / Math.max(full.width, full.height),
    Math.sqrt(AREA_MAX_PX / (full.width * full.height)),
  );
  return { canvas: { width: atLeastOne(full.width * scale), height: atLeastOne(full.height * scale) }, scale };
}

/** Nothing is resampled but what is turned, unless the canvas would have a longer side. */
export function planPrint(
  artwork: Size,
  placement: Placement,
  printArea: Rectangle,
  sideMaxPx = PRINT_SIDE_MAX_PX,
): PrintPlan {
  const { canvas, scale } = printCanvas(placement, printArea, sideMaxPx);
  const perPixel = scale / placement.scale;
  const middle = centreOf(boundsOfPlaced(artwork, placement));
  return {
    canvas,
    scale,
    rotation: placement.rotation,
    centre: { x: (middle.x - printArea.x) * perPixel, y: (middle.y - printArea.y) * perPixel },
  };
}

/** The part of the artwork that lies on the canvas, and where; null when nothing does. */
export type PrintedPart = { crop: Rectangle; scaled: Size; centre: { x: number; y: number } };

/** Neighbours that resampling reads. */
const REACH_PX = 3;

export function printedPart(artwork: Size, { canvas, scale, rotation, centre }: PrintPlan): PrintedPart | null {
  const toArtwork = ({ x, y }: { x: number; y: number }) => {
    const back = turned({ x: x - centre.x, y: y - centre.y }, -rotation);
    return { x: artwork.width / 2 + back.x / scale, y: artwork.height / 2 + back.y / scale };
  };
  const seen = boundsOf(cornersOf({ x: 0, y: 0, ...canvas }).map(toArtwork));
  const reach = scale === 1 && rotation % 90 === 0 ? 0 : REACH_PX / scale;
  const [left, top] = [Math.max(0, seen.x - reach), Math.max(0, seen.y - reach)];
  const [right, bottom] = [
    Math.min(artwork.width, seen.x + seen.width + reach),
    Math.min(artwork.height, seen.y + seen.height + reach),
  ];
  if (right - left <= 0 || bottom - top <= 0) return null;
  const crop = roundedOut({ x: left, y: top, width: right - left, height: bottom - top });
  const whole = {
    ...crop,
    width: Math.min(crop.width, artwork.width - crop.x),
    height: Math.min(crop.height, artwork.height - crop.y),
  };
  const middle = centreOf(whole);
  const away = turned({ x: middle.x - artwork.width / 2, y: middle.y - artwork.height / 2 }, rotation);
  return {
    crop: whole,
    scaled: { width: atLeastOne(whole.width * scale), height: atLeastOne(whole.height * scale) },
    centre: { x: centre.x + away.x * scale, y: centre.y + away.y * scale },
  };
}

const MM_PER_METRE = 1_000;

/** As PNG states physical size. */
export const pixelsPerMetre = ({ width }: Size, widthMm: number): number =>
  Math.max(1, Math.round((width / widthMm) * MM_PER_METRE));

/** What a print is on the product, bleed included, and its resolution; null where its width is not known. */
export function printedSize({ placement, printArea }: Pick<PrintJob, 'placement' | 'printArea'>): PrintedSize {
  const { bounds, widthMm } = printArea;
  const { canvas } = printCanvas(placement, bounds);
  if (widthMm === null) return { canvas, widthMm, heightMm: null, dpi: null };
  const heightMm = (widthMm * bounds.height) / bounds.width;
  return { canvas, widthMm, heightMm, dpi: Math.round((canvas.width / widthMm) * MM_PER_INCH) };
}

type PrintedSize = { canvas: Size; widthMm: number | null; heightMm: number | null; dpi: number | null };

const MM_PER_INCH = 25.4;

const atLeastOne = (length: number) => Math.max(1, Math.round(length));
