import { centreOf, type Rectangle, type Size, times } from './geometry.ts';
import { checkedPlacement, type Placement, withBleed } from './placement.ts';

/** Drawn no larger than this: its lines are broad. */
const DRAWN_SIDE_MAX_PX = 1_200;

/** The pattern reaches over a print area and its bleed, in pixels of the source image. */
export function testPatternSizes(printArea: Rectangle): { original: Size; drawn: Size } {
  const { width, height } = withBleed(printArea);
  const drawn = times({ x: 0, y: 0, width, height }, Math.min(1, DRAWN_SIDE_MAX_PX / Math.max(width, height)));
  return { original: { width, height }, drawn: { width: atLeastOne(drawn.width), height: atLeastOne(drawn.height) } };
}

/** What is not requested: its frame on the edge of the print area, upright; or in its middle. */
export function testPlacement(requested: Partial<Placement>, printArea: Rectangle): Placement {
  const { scale = 1, rotation = 0 } = requested;
  const { width, height } = withBleed(printArea);
  const centre = centreOf(printArea);
  const { x = centre.x - (width * scale) / 2, y = centre.y - (height * scale) / 2 } = requested;
  return checkedPlacement({ x, y, scale, rotation });
}

type Colour = readonly [red: number, green: number, blue: number];

const BLACK: Colour = [20, 20, 20];
const BLEED: readonly [Colour, Colour] = [
  [230, 0, 126],
  [255, 255, 255],
];
/** Top left, top right, bottom left, bottom right: whichever way it is turned or mirrored can be seen. */
const QUARTERS: readonly Colour[] = [
  [235, 120, 110],
  [120, 200, 130],
  [115, 160, 235],
  [240, 215, 100],
];
const BLEED_SHARE = 0.05 / 1.1;
const FRAME = 0.008;
const STRIPES = 40;
const SQUARES = 10;
const DARKER = 0.85;

/** RGB pixels: striped bleed, a frame where the print area ends, quarters in colours of their own, an arrow that points up. */
export function drawTestPattern({ width, height }: Size): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      pixels.set(colourAt((x + 0.5) / width, (y + 0.5) / height), (y * width + x) * 3);
    }
  }
  return pixels;
}

/** Of a point, in fractions of the image. */
function colourAt(x: number, y: number): Colour {
  const toEdge = Math.min(x, y, 1 - x, 1 - y) - BLEED_SHARE;
  if (toEdge < 0) return BLEED[(Math.floor((x + y) * STRIPES) % 2) as 0 | 1];
  if (toEdge < FRAME || isArrow(x, y)) return BLACK;
  const quarter = QUARTERS[(y < 0.5 ? 0 : 2) + (x < 0.5 ? 0 : 1)]!;
  const isDark = (Math.floor(x * SQUARES) + Math.floor(y * SQUARES)) % 2 === 1;
  return isDark ? [quarter[0] * DARKER, quarter[1] * DARKER, quarter[2] * DARKER] : quarter;
}

function isArrow(x: number, y: number): boolean {
  const aside = Math.abs(x - 0.5);
  const isHead = y > 0.2 && y <= 0.4 && aside < (y - 0.2) * 0.75;
  return isHead || (y > 0.4 && y < 0.8 && aside < 0.04);
}

const atLeastOne = (length: number) => Math.max(1, Math.round(length));
