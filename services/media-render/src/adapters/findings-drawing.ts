import type { ArtworkPlan } from '../domain/composition-plan.ts';
import type { Rectangle, Size } from '../domain/geometry.ts';
import { type InkLimits, markInk, MARKS } from '../domain/ink-inspection.ts';
import { drawArtwork } from './artwork-drawing.ts';
import { type ArtworkRaster, halvedArtwork } from './artwork-raster.ts';
import { emptyRaster, type Raster, rowOf } from './raster.ts';

/** What is drawn: the artwork on its canvas, what is marked of it, and lines around areas of the canvas. */
export type FindingsScene = {
  plan: ArtworkPlan | null;
  canvas: Size;
  limits: InkLimits;
  frames: { area: Rectangle; kind: keyof typeof FRAME_COLOURS }[];
};

type Colour = readonly [number, number, number];

const PAPER = 0xf4;
const MARK_COLOURS: Readonly<Record<number, Colour>> = { [MARKS.thin]: [229, 0, 79], [MARKS.faint]: [245, 163, 0] };
const FRAME_COLOURS = { printed: [96, 96, 96], safe: [47, 111, 237] } as const satisfies Record<string, Colour>;
const OPAQUE = 255;
const LINE_PX = 2;
/** What a line is marked with is as wide as this share of the artwork, at least. */
const MARK_SHARE = 1 / 400;

/** An artwork as it is printed, flat on paper, with marks over what prints badly. */
export async function drawFindings(sizes: readonly ArtworkRaster[], scene: FindingsScene): Promise<Raster> {
  const { plan, canvas, frames } = scene;
  const image = emptyRaster(canvas, 3);
  image.pixels.fill(PAPER);
  if (plan) {
    await lay(image, sizes, plan);
    const marks = marksOn(sizes[0]!, scene.limits);
    if (marks) await lay(image, await halvedArtwork(marks), plan);
  }
  for (const { area, kind } of frames) drawFrame(image, area, FRAME_COLOURS[kind]);
  return image;
}

async function lay(image: Raster, sizes: readonly ArtworkRaster[], plan: ArtworkPlan): Promise<void> {
  const drawn = await drawArtwork(sizes, plan);
  if (!drawn) return;
  const { x, y, width, height } = drawn.region;
  for (let row = y; row < y + height; row += 1) {
    const { colour, alpha } = drawn.rowAt({ x, y: row }, width);
    const pixels = rowOf(image, { x, y: row }, width);
    for (let at = 0; at < colour.length; at += 1) {
      const through = OPAQUE - (alpha ? alpha[Math.floor(at / 3)]! : OPAQUE);
      pixels[at] = Math.min(OPAQUE, colour[at]! + (pixels[at]! * through) / OPAQUE);
    }
  }
}

/** As an artwork of its own, which lies where the other one does; null where all of that is opaque. */
function marksOn({ alpha, width, height }: ArtworkRaster, limits: InkLimits): ArtworkRaster | null {
  if (!alpha) return null;
  const marks = markInk(alpha, limits, Math.ceil(Math.max(width, height) * MARK_SHARE));
  const colour = emptyRaster({ width, height }, 3);
  colour.pixels.fill(0);
  const covers = emptyRaster({ width, height }, 1);
  covers.pixels.fill(0);
  for (let at = 0; at < marks.length; at += 1) {
    const shown = MARK_COLOURS[marks[at]!];
    if (!shown) continue;
    covers.pixels[at] = OPAQUE;
    colour.pixels.set(shown, at * 3);
  }
  return { width, height, colour, alpha: covers };
}

function drawFrame(image: Raster, { x, y, width, height }: Rectangle, colour: Colour): void {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map(Math.round) as [number, number, number, number];
  const sides = [
    { x: left, y: top, width: right - left, height: LINE_PX },
    { x: left, y: bottom - LINE_PX, width: right - left, height: LINE_PX },
    { x: left, y: top, width: LINE_PX, height: bottom - top },
    { x: right - LINE_PX, y: top, width: LINE_PX, height: bottom - top },
  ];
  for (const side of sides)
    for (let row = Math.max(0, side.y); row < Math.min(image.height, side.y + side.height); row += 1)
      for (let column = Math.max(0, side.x); column < Math.min(image.width, side.x + side.width); column += 1)
        image.pixels.set(colour, (row * image.width + column) * 3);
}
