import { type ArtworkPixels, OPAQUE } from './blending.ts';
import type { Point, Rectangle, Size } from './geometry.ts';
import { NEIGHBOURS, PHASES, WEIGHT_BITS, WEIGHTS } from './resampling-weights.ts';
import { NOWHERE, ORIGIN_PX, type SurfaceMap, TILE_PX } from './surface-map.ts';

/**
 * A flat drawing on its canvas: RGBA, colours multiplied by alpha, one number a pixel, red lowest, with `BORDER_PX` of nothing on
 * every side, so that what is next to its edge is read without a check. `area` is where it lies in the canvas window, without the
 * border, to the fraction of a pixel.
 */
export type FlatDrawing = Size & { area: Rectangle; pixels: Int32Array };

export const BORDER_PX = 4;

/** Puts planes of colour and alpha into one; `size` is that of their pixels. */
export function flatDrawing(area: Rectangle, size: Size, rowAt: (row: number) => ArtworkPixels): FlatDrawing {
  const width = size.width + 2 * BORDER_PX;
  const height = size.height + 2 * BORDER_PX;
  const pixels = new Int32Array(width * height);
  for (let row = 0; row < size.height; row += 1) {
    const { colour, alpha } = rowAt(row);
    let to = (row + BORDER_PX) * width + BORDER_PX;
    for (let pixel = 0, from = 0; pixel < size.width; pixel += 1, from += 3, to += 1) {
      const rgb = colour[from]! | (colour[from + 1]! << 8) | (colour[from + 2]! << 16);
      pixels[to] = rgb | ((alpha ? alpha[pixel]! : OPAQUE) << 24);
    }
  }
  return { width, height, area, pixels };
}

/** The part of the output that a drawing shows on, at the most; null when it shows nowhere. */
export function regionOf({ window, tiles: { columns, reads } }: SurfaceMap, { area }: FlatDrawing): Rectangle | null {
  let [left, top, right, bottom] = [columns, reads.length, 0, 0];
  for (let tile = 0; tile * 4 < reads.length; tile += 1) {
    if (!readsAny(reads, tile, area)) continue;
    const [column, row] = [tile % columns, Math.floor(tile / columns)];
    [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
  }
  if (right === 0) return null;
  const [x, y] = [left * TILE_PX, top * TILE_PX];
  const width = Math.min(right * TILE_PX, window.width) - x;
  return { x: window.x + x, y: window.y + y, width, height: Math.min(bottom * TILE_PX, window.height) - y };
}

const readsAny = (reads: Int16Array, tile: number, { x, y, width, height }: Rectangle): boolean =>
  reads[tile * 4]! < x + width &&
  reads[tile * 4 + 1]! < y + height &&
  reads[tile * 4 + 2]! >= x &&
  reads[tile * 4 + 3]! >= y;

/** Where a row is written: colours multiplied by alpha, three a pixel. */
export type Sampled = { colour: Uint8Array; alpha: Uint8Array };

/** Writes pixels of one row of the output, from a point of it on, as the surface shows the drawing. */
export function sampleRow(map: SurfaceMap, drawing: FlatDrawing, { x, y }: Point, to: Sampled): void {
  const { window, tiles } = map;
  to.colour.fill(0);
  to.alpha.fill(0);
  const [first, row] = [x - window.x, y - window.y];
  const firstTile = Math.floor(row / TILE_PX) * tiles.columns;
  for (let pixel = 0, end = 0; pixel < to.alpha.length; pixel = end) {
    const column = first + pixel;
    const tile = firstTile + Math.floor(column / TILE_PX);
    end = Math.min(to.alpha.length, pixel + TILE_PX - (column % TILE_PX));
    if (readsAny(tiles.reads, tile, drawing.area)) sampleRun(map, drawing, { row, column, pixel, end, tile }, to);
  }
}

/** Pixels of one row within one tile: the first one's column in the window, and which of the row they are. */
type Run = { row: number; column: number; pixel: number; end: number; tile: number };

const ROUND = 32768;
/** Red, green, blue and alpha of one sample; one for all, as a new one for every run takes as long as the run. */
const SAMPLE = new Int32Array(4);

/** The mean of some samples for each pixel, spread evenly over what it shows. Numbers stay whole: others would be allocated. */
function sampleRun(map: SurfaceMap, drawing: FlatDrawing, run: Run, { colour, alpha }: Sampled): void {
  const { places, window, tiles } = map;
  // From places to phases of the drawing's pixels, border included.
  const { area } = drawing;
  const scaleX = (drawing.width - 2 * BORDER_PX) / area.width;
  const scaleY = (drawing.height - 2 * BORDER_PX) / area.height;
  const offsetX = ((0.5 - ORIGIN_PX - area.x) * scaleX + BORDER_PX - 0.5) * PHASES + 0.5;
  const offsetY = ((0.5 - ORIGIN_PX - area.y) * scaleY + BORDER_PX - 0.5) * PHASES + 0.5;
  const fineX = (scaleX * PHASES) / map.steps;
  const fineY = (scaleY * PHASES) / map.steps;
  const across = tiles.samples[run.tile * 2]!;
  const down = tiles.samples[run.tile * 2 + 1]!;
  const scale = (65536 / (across * down)) | 0;
  const isOne = across * down === 1;
  const sideways = run.column + run.end - run.pixel < window.width ? 2 : -2;
  const downwards = (run.row + 1 < window.height ? 2 : -2) * window.width;
  for (let pixel = run.pixel, at = (run.row * window.width + run.column) * 2; pixel < run.end; pixel += 1, at += 2) {
    if (places[at] === NOWHERE) continue;
    const x = (places[at]! * fineX + offsetX) | 0;
    const y = (places[at + 1]! * fineY + offsetY) | 0;
    if (isOne) {
      takeSample(drawing, x, y);
      colour[pixel * 3] = SAMPLE[0]!;
      colour[pixel * 3 + 1] = SAMPLE[1]!;
      colour[pixel * 3 + 2] = SAMPLE[2]!;
      alpha[pixel] = SAMPLE[3]!;
    } else {
      let red = ROUND;
      let green = ROUND;
      let blue = ROUND;
      let covered = ROUND;
      const rightX = (stepTo(places, at, sideways) * fineX) / across;
      const rightY = (stepTo(places, at + 1, sideways) * fineY) / across;
      const belowX = (stepTo(places, at, downwards) * fineX) / down;
      const belowY = (stepTo(places, at + 1, downwards) * fineY) / down;
      for (let line = (1 - down) / 2; line < down / 2; line += 1) {
        for (let step = (1 - across) / 2; step < across / 2; step += 1) {
          takeSample(drawing, (x + step * rightX + line * belowX) | 0, (y + step * rightY + line * belowY) | 0);
          red += SAMPLE[0]! * scale;
          green += SAMPLE[1]! * scale;
          blue += SAMPLE[2]! * scale;
          covered += SAMPLE[3]! * scale;
        }
      }
      colour[pixel * 3] = red >> 16;
      colour[pixel * 3 + 1] = green >> 16;
      colour[pixel * 3 + 2] = blue >> 16;
      alpha[pixel] = covered >> 16;
    }
  }
}

/** How far a neighbour's place is along one axis; nothing where it sees nothing. */
function stepTo(places: Uint16Array, at: number, neighbour: number): number {
  const next = places[at + neighbour]!;
  if (next === NOWHERE) return 0;
  return neighbour > 0 ? next - places[at]! : places[at]! - next;
}

/** Numbers of other modules are read each time. */
const WEIGHTS_A_PLACE = NEIGHBOURS.length;
const HALF = 1 << (WEIGHT_BITS - 1);
const PHASE_BITS = 31 - Math.clz32(PHASES);
/** Two channels of a pixel; between them is room for their products with weights. */
const PAIR = 0x00_ff_00_ff;
const LANE_BITS = 16;
const LANE = 0xff_ff;

/**
 * Takes one bicubic sample, nothing outside of the drawing; `x` and `y` in phases from its upper left. One
 * statement for each of the `NEIGHBOURS`: a loop over them takes several times as long.
 */
function takeSample(drawing: FlatDrawing, x: number, y: number): void {
  const { pixels, width, height } = drawing;
  const column = x >> PHASE_BITS;
  const row = y >> PHASE_BITS;
  if (column < 1 || row < 1 || column > width - 3 || row > height - 3) {
    SAMPLE.fill(0);
    return;
  }
  const w = (((y & (PHASES - 1)) << PHASE_BITS) | (x & (PHASES - 1))) * WEIGHTS_A_PLACE;
  const at = row * width + column;
  const above = at - width;
  const below = at + width;
  const last = below + width;
  let pixel = pixels[at]!;
  let weight = WEIGHTS[w]!;
  let redBlue = Math.imul(pixel & PAIR, weight);
  let greenAlpha = Math.imul((pixel >>> 8) & PAIR, weight);
  pixel = pixels[at + 1]!;
  weight = WEIGHTS[w + 1]!;
  redBlue = (redBlue + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlpha = (greenAlpha + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[below]!;
  weight = WEIGHTS[w + 2]!;
  redBlue = (redBlue + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlpha = (greenAlpha + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[below + 1]!;
  weight = WEIGHTS[w + 3]!;
  redBlue = (redBlue + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlpha = (greenAlpha + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[at - 1]!;
  weight = WEIGHTS[w + 4]!;
  let redBlueOuter = Math.imul(pixel & PAIR, weight);
  let greenAlphaOuter = Math.imul((pixel >>> 8) & PAIR, weight);
  pixel = pixels[below - 1]!;
  weight = WEIGHTS[w + 5]!;
  redBlueOuter = (redBlueOuter + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlphaOuter = (greenAlphaOuter + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[at + 2]!;
  weight = WEIGHTS[w + 6]!;
  redBlueOuter = (redBlueOuter + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlphaOuter = (greenAlphaOuter + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[below + 2]!;
  weight = WEIGHTS[w + 7]!;
  redBlueOuter = (redBlueOuter + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlphaOuter = (greenAlphaOuter + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[above]!;
  weight = WEIGHTS[w + 8]!;
  redBlueOuter = (redBlueOuter + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlphaOuter = (greenAlphaOuter + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[above + 1]!;
  weight = WEIGHTS[w + 9]!;
  redBlueOuter = (redBlueOuter + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlphaOuter = (greenAlphaOuter + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[last]!;
  weight = WEIGHTS[w + 10]!;
  redBlueOuter = (redBlueOuter + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlphaOuter = (greenAlphaOuter + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  pixel = pixels[last + 1]!;
  weight = WEIGHTS[w + 11]!;
  redBlueOuter = (redBlueOuter + Math.imul(pixel & PAIR, weight)) | 0;
  greenAlphaOuter = (greenAlphaOuter + Math.imul((pixel >>> 8) & PAIR, weight)) | 0;
  SAMPLE[0] = level((redBlue & LANE) - (redBlueOuter & LANE));
  SAMPLE[1] = level((greenAlpha & LANE) - (greenAlphaOuter & LANE));
  SAMPLE[2] = level((redBlue >>> LANE_BITS) - (redBlueOuter >>> LANE_BITS));
  SAMPLE[3] = level((greenAlpha >>> LANE_BITS) - (greenAlphaOuter >>> LANE_BITS));
}

function level(weighted: number): number {
  const rounded = (weighted + HALF) >> WEIGHT_BITS;
  return rounded < 0 ? 0 : rounded > OPAQUE ? OPAQUE : rounded;
}
