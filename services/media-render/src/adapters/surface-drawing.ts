import type { ArtworkPlan } from '../domain/composition-plan.ts';
import type { Point } from '../domain/geometry.ts';
import type { SurfaceMap } from '../domain/surface-map.ts';
import { flatDrawing, regionOf, sampleRow } from '../domain/surface-sampling.ts';
import { drawArtwork, drawInPlace, type DrawnArtwork } from './artwork-drawing.ts';
import type { ArtworkRaster } from './artwork-raster.ts';
import { drawAnew, type DrawOnce } from './drawings.ts';
import { rowOf } from './raster.ts';

/** Draws an artwork as it was planned, for the canvas of a surface where there is one; null when nothing of it is seen. */
export const drawPlanned = (
  surface: SurfaceMap | null,
  sizes: readonly ArtworkRaster[],
  plan: ArtworkPlan,
  drawOnce: DrawOnce = drawAnew,
): Promise<DrawnArtwork | null> =>
  surface ? drawOnSurface(surface, sizes, plan, drawOnce) : drawArtwork(sizes, plan, drawOnce);

/** Draws it flat first, and shows it as the surface bends it. */
async function drawOnSurface(
  surface: SurfaceMap,
  sizes: readonly ArtworkRaster[],
  plan: ArtworkPlan,
  drawOnce: DrawOnce,
): Promise<DrawnArtwork | null> {
  const isUpright = surface.isWarped && plan.rotation % 90 === 0;
  const drawing = await (isUpright
    ? upright(surface, sizes, plan, drawOnce)
    : asIfFlat(surface, sizes, plan, drawOnce));
  const region = drawing && regionOf(surface, drawing);
  if (!region) return null;
  // Rows are laid on the product one after the other, so one piece of memory serves them all.
  let row = { colour: new Uint8Array(region.width * 3), alpha: new Uint8Array(region.width) };
  const rowAt = (at: Point, count: number) => {
    if (row.alpha.length !== count) row = { colour: new Uint8Array(count * 3), alpha: new Uint8Array(count) };
    sampleRow(surface, drawing, at, row);
    return row;
  };
  return { region, rowAt };
}

/** As scaled: sampling brings it to its place, which saves one resampling. */
async function upright(
  { canvasWindow }: SurfaceMap,
  sizes: readonly ArtworkRaster[],
  plan: ArtworkPlan,
  drawOnce: DrawOnce,
) {
  const drawn = await drawOnce('in place', plan, () => drawInPlace(sizes, plan));
  const { colour, alpha, place } = drawn!;
  const [across, down] = [colour.width / place.width, colour.height / place.height];
  const border = (at: number, from: number, scale: number, last: number) =>
    Math.min(Math.max(Math.round((at - from) * scale), 0), last);
  const { region } = plan;
  const left = border(region.x, place.x, across, colour.width);
  const top = border(region.y, place.y, down, colour.height);
  const width = border(region.x + region.width, place.x, across, colour.width) - left;
  const height = border(region.y + region.height, place.y, down, colour.height) - top;
  if (width <= 0 || height <= 0) return null;
  const area = {
    x: place.x + left / across - canvasWindow.x,
    y: place.y + top / down - canvasWindow.y,
    width: width / across,
    height: height / down,
  };
  const rowAt = (row: number) => {
    const from = { x: left, y: top + row };
    return { colour: rowOf(colour, from, width), alpha: alpha && rowOf(alpha, from, width) };
  };
  return flatDrawing(area, { width, height }, rowAt);
}

async function asIfFlat(
  { canvasWindow }: SurfaceMap,
  sizes: readonly ArtworkRaster[],
  plan: ArtworkPlan,
  drawOnce: DrawOnce,
) {
  const flat = await drawArtwork(sizes, plan, drawOnce);
  if (!flat) return null;
  const { x, y, width, height } = flat.region;
  const area = { x: x - canvasWindow.x, y: y - canvasWindow.y, width, height };
  return flatDrawing(area, { width, height }, (row) => flat.rowAt({ x, y: y + row }, width));
}
