import sharp from 'sharp';
import type { ArtworkPlan } from '../domain/composition-plan.ts';
import { type Point, type Rectangle, roundedOut } from '../domain/geometry.ts';
import { cropped, planeOf, type Raster, rowOf, toRaster } from './raster.ts';

/** One plane of an artwork, with the place of its top-left corner on the output. */
export type Placed = { raster: Raster; at: Point };

/** So little of a pixel changes an edge by less than an eye sees beside another. */
const SAME_PX = 1 / 32;
/** What is narrower than this is drawn as one pixel. */
const NARROWEST_PX = 0.5;
/** Neighbours that the filter reads, at the least size that is left to it. */
const BORDER_PX = 4;

/**
 * Where an artwork rotated by quarters lies on the output, to the fraction of a pixel; null when that is on the pixel grid, as its
 * scaled planes are.
 */
export function fractionalPlace(plan: ArtworkPlan): Rectangle | null {
  const { scaled, rotation, centre } = plan;
  const pixels = rotation % 180 === 0 ? scaled : { width: scaled.height, height: scaled.width };
  const place = exactPlace(plan);
  if (place.width < NARROWEST_PX || place.height < NARROWEST_PX) return null;
  const at = nearestPixel(pixels, centre);
  const offs = [
    place.x - at.x,
    place.y - at.y,
    place.x + place.width - at.x - pixels.width,
    place.y + place.height - at.y - pixels.height,
  ];
  return offs.every((off) => Math.abs(off) <= SAME_PX) ? null : place;
}

/** Where an artwork rotated by quarters lies, to the fraction of a pixel. */
export function exactPlace({ size, rotation, centre }: ArtworkPlan): Rectangle {
  const [width, height] = rotation % 180 === 0 ? [size.width, size.height] : [size.height, size.width];
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height };
}

export const nearestPixel = ({ width, height }: { width: number; height: number }, centre: Point): Point => ({
  x: Math.round(centre.x - width / 2),
  y: Math.round(centre.y - height / 2),
});

/** A plane moved to its place to the fraction of a pixel: resampled, and faded where its edges cover only a part of a pixel. */
export async function drawnAt(plane: Raster, place: Rectangle): Promise<Placed> {
  const [across, down] = [place.width / plane.width, place.height / plane.height];
  // Beyond the edges goes on what is at them, so that the filter brings in nothing else.
  const border = { top: BORDER_PX, right: BORDER_PX, bottom: BORDER_PX, left: BORDER_PX };
  const bordered = await toRaster(planeOf(plane).extend({ ...border, extendWith: 'copy' }));
  const wanted = {
    x: place.x + (0.5 - BORDER_PX) * across - 0.5,
    y: place.y + (0.5 - BORDER_PX) * down - 0.5,
  };
  const start = { x: Math.floor(wanted.x), y: Math.floor(wanted.y) };
  const matrix: [[number, number], [number, number]] = [
    [across, 0],
    [0, down],
  ];
  const moved = await toRaster(
    planeOf(bordered).affine(matrix, {
      background: { r: 0, g: 0, b: 0 },
      interpolator: sharp.interpolators.bicubic,
      odx: wanted.x - start.x,
      ody: wanted.y - start.y,
    }),
  );
  const outer = roundedOut(place);
  const raster = cropped(moved, { ...outer, x: outer.x - start.x, y: outer.y - start.y });
  fadeEdges(raster, place);
  return { raster, at: { x: outer.x, y: outer.y } };
}

/** Each pixel as much as the place covers of it; `raster` begins at the pixel in which the place begins. */
export function fadeEdges(raster: Raster, place: Rectangle): void {
  const columns = covered(place.x, place.width, raster.width);
  const rows = covered(place.y, place.height, raster.height);
  const sides = columns.flatMap((share, x) => (share < 1 ? [{ share, x }] : []));
  for (const [y, share] of rows.entries()) {
    if (share < 1) fade(rowOf(raster, { x: 0, y }, raster.width), share);
    for (const side of sides) fade(rowOf(raster, { x: side.x, y }, 1), side.share);
  }
}

const covered = (from: number, length: number, pixels: number): number[] =>
  Array.from({ length: pixels }, (_none, pixel) => {
    const at = Math.floor(from) + pixel;
    return Math.min(at + 1, from + length) - Math.max(at, from);
  });

function fade(levels: Uint8Array, share: number): void {
  for (let at = 0; at < levels.length; at += 1) levels[at] = Math.round(levels[at]! * share);
}
