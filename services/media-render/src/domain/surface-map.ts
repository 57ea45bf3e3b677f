import type { Rectangle } from './geometry.ts';
import { type InverseMap, invert } from './inverse-map.ts';
import { PHASES } from './resampling-weights.ts';
import type { SurfaceLayout, SurfaceScene } from './surface-layout.ts';

/**
 * A surface ready for sampling. For every pixel of `window` it says which point of the canvas is seen there, as fixed-point numbers
 * from the canvas window's upper left, `ORIGIN_PX` added; `NOWHERE` where none is. Tiles say what their pixels have in common.
 */
export type SurfaceMap = {
  window: Rectangle;
  canvasWindow: Rectangle;
  /** Whether the print is bent, and not only moved here and there: then no scale is the right one everywhere. */
  isWarped: boolean;
  /** x and y in turn, row by row. */
  places: Uint16Array;
  /** How many steps a canvas pixel has. */
  steps: number;
  tiles: {
    columns: number;
    /** The canvas pixels that a tile reads, edges included: left, top, right, bottom; right < left where it reads none. */
    reads: Int16Array;
    /** Samples for each pixel of a tile, across and down. */
    samples: Uint8Array;
  };
};

export const TILE_PX = 16;
export const NOWHERE = 0xff_ff;
/** So far outside of the canvas points are known, so that edges are as soft as all else. */
export const ORIGIN_PX = 8;
/** Along each side of a pixel; what is made smaller still shows a part of its pixels only. */
const SAMPLES_MAX = 16;
/** Canvas pixels that one sample stands for. */
const SAMPLE_SPACING_PX = 1.8;
/** Neighbours that a sample reads on each side. */
const SAMPLE_REACH_PX = 2;
/** A print goes on outside of its ink area for this share of it, for what is displaced from there. */
const MARGIN_SHARE = 0.1;

/** Grey levels of the displacement image for each pixel of a part of the output. */
export type Relief = { area: Rectangle; levels: Uint8Array };

/** Compiles a surface for one size of output; `relief` covers the window at least, null where nothing is displaced. */
export function compileSurface(scene: SurfaceScene, layout: SurfaceLayout, relief: Relief | null): SurfaceMap {
  const { window, canvas, canvasWindow } = layout;
  const factor = scene.output.width / scene.sourceImage.width;
  const displacement = relief && scene.surface.displacement;
  const reach = displacement ? Math.ceil(Math.abs(displacement.strengthPx) * factor) + 1 : 0;
  const map = invert({
    warp: scene.surface.warp,
    printArea: scene.printArea,
    flatArea: grown(scene.inkArea, MARGIN_SHARE),
    area: {
      x: window.x - reach,
      y: window.y - reach,
      width: window.width + 2 * reach,
      height: window.height + 2 * reach,
    },
    factor,
  });
  const seen = displacement && relief ? displaced(map, window, relief, displacement.strengthPx * factor) : map.points;
  const canvasScale = canvas.width / scene.sourceImage.width;
  // In canvas pixels whose centres are integers, from here on.
  for (let at = 0; at < seen.length; at += 2) {
    seen[at] = seen[at]! * canvasScale - canvasWindow.x - 0.5;
    seen[at + 1] = seen[at + 1]! * canvasScale - canvasWindow.y - 0.5;
  }
  const side = Math.max(canvasWindow.width, canvasWindow.height) + 2 * ORIGIN_PX;
  const steps = Math.min(PHASES, 2 ** Math.floor(Math.log2((NOWHERE - 1) / side)));
  return {
    window,
    canvasWindow,
    isWarped: scene.surface.warp !== null,
    places: fixed(seen, canvasWindow, steps),
    steps,
    tiles: tilesOf(seen, window, canvasWindow),
  };
}

const NEUTRAL = 128;
/** From neutral to white; black is one level further. */
const LEVELS = 127;

/** What is seen at each pixel of the window when the print is moved as the relief says. */
function displaced({ area, points }: InverseMap, window: Rectangle, relief: Relief, strengthPx: number): Float32Array {
  const seen = new Float32Array(window.width * window.height * 2);
  for (let at = 0, y = 0; y < window.height; y += 1) {
    let from = (window.y + y - relief.area.y) * relief.area.width + window.x - relief.area.x;
    for (let x = 0; x < window.width; x += 1, at += 2, from += 1) {
      const by = ((relief.levels[from]! - NEUTRAL) / LEVELS) * strengthPx;
      const [atX, atY] = [window.x + x - area.x + by, window.y + y - area.y + by];
      const [left, top] = [Math.floor(atX), Math.floor(atY)];
      const [right, down] = [atX - left, atY - top];
      const first = (top * area.width + left) * 2;
      const below = first + (down > 0 ? area.width * 2 : 0);
      const next = right > 0 ? 2 : 0;
      for (let axis = 0; axis < 2; axis += 1) {
        const upper = points[first + axis]! * (1 - right) + points[first + next + axis]! * right;
        const lower = points[below + axis]! * (1 - right) + points[below + next + axis]! * right;
        seen[at + axis] = upper * (1 - down) + lower * down;
      }
    }
  }
  return seen;
}

function fixed(seen: Float32Array, { width, height }: Rectangle, steps: number): Uint16Array {
  const places = new Uint16Array(seen.length);
  for (let at = 0; at < seen.length; at += 2) {
    const [x, y] = [seen[at]!, seen[at + 1]!];
    const isKnown = x > -ORIGIN_PX && y > -ORIGIN_PX && x < width + ORIGIN_PX - 1 && y < height + ORIGIN_PX - 1;
    places[at] = isKnown ? Math.round((x + ORIGIN_PX) * steps) : NOWHERE;
    places[at + 1] = isKnown ? Math.round((y + ORIGIN_PX) * steps) : NOWHERE;
  }
  return places;
}

function tilesOf(seen: Float32Array, window: Rectangle, canvas: Rectangle): SurfaceMap['tiles'] {
  const columns = Math.ceil(window.width / TILE_PX);
  const rows = Math.ceil(window.height / TILE_PX);
  const reads = new Int16Array(columns * rows * 4);
  const samples = new Uint8Array(columns * rows * 2);
  for (let tile = 0; tile < columns * rows; tile += 1) {
    const from = { x: (tile % columns) * TILE_PX, y: Math.floor(tile / columns) * TILE_PX };
    const found = measure(seen, window, from);
    const [across, down] = [samplesFor(found.across), samplesFor(found.down)];
    samples.set([across, down], tile * 2);
    const reach = SAMPLE_REACH_PX + (found.across + found.down) / 2;
    const isSeen =
      found.right + reach >= 0 &&
      found.bottom + reach >= 0 &&
      found.left - reach < canvas.width &&
      found.top - reach < canvas.height;
    reads.set(
      isSeen
        ? [
            Math.max(Math.floor(found.left - reach), -ORIGIN_PX),
            Math.max(Math.floor(found.top - reach), -ORIGIN_PX),
            Math.min(Math.ceil(found.right + reach), canvas.width + ORIGIN_PX),
            Math.min(Math.ceil(found.bottom + reach), canvas.height + ORIGIN_PX),
          ]
        : [0, 0, -1, -1],
      tile * 4,
    );
  }
  return { columns, reads, samples };
}

const samplesFor = (length: number): number =>
  Math.min(SAMPLES_MAX, Math.max(1, Math.ceil(length / SAMPLE_SPACING_PX)));

/** The bounds of what a tile's pixels see, and the longest step from one pixel to the next, across and down. */
function measure(seen: Float32Array, { width, height }: Rectangle, from: { x: number; y: number }) {
  const found = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity, across: 0, down: 0 };
  const to = { x: Math.min(from.x + TILE_PX, width), y: Math.min(from.y + TILE_PX, height) };
  for (let y = from.y; y < to.y; y += 1) {
    for (let x = from.x; x < to.x; x += 1) {
      const at = (y * width + x) * 2;
      const [atX, atY] = [seen[at]!, seen[at + 1]!];
      if (Number.isNaN(atX)) continue;
      found.left = Math.min(found.left, atX);
      found.right = Math.max(found.right, atX);
      found.top = Math.min(found.top, atY);
      found.bottom = Math.max(found.bottom, atY);
      if (x + 1 < width) found.across = Math.max(found.across, stepTo(seen, at, at + 2));
      if (y + 1 < height) found.down = Math.max(found.down, stepTo(seen, at, at + 2 * width));
    }
  }
  return found;
}

/** Nothing where either is unknown. */
function stepTo(seen: Float32Array, at: number, next: number): number {
  const length = Math.hypot(seen[next]! - seen[at]!, seen[next + 1]! - seen[at + 1]!);
  return length > 0 ? length : 0;
}

const grown = ({ x, y, width, height }: Rectangle, share: number): Rectangle => ({
  x: x - width * share,
  y: y - height * share,
  width: width * (1 + 2 * share),
  height: height * (1 + 2 * share),
});
