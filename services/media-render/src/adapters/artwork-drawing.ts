import sharp, { type Sharp } from 'sharp';
import type { ArtworkPixels } from '../domain/blending.ts';
import type { ArtworkPlan } from '../domain/composition-plan.ts';
import {
  boundsOf,
  cornersOf,
  intersection,
  type Point,
  type Rectangle,
  rounded,
  roundedOut,
  type Size,
  turned,
} from '../domain/geometry.ts';
import type { ArtworkRaster } from './artwork-raster.ts';
import { drawAnew, type DrawOnce } from './drawings.ts';
import { planeOf, type Raster, rowOf, toRaster } from './raster.ts';
import { drawnAt, exactPlace, fadeEdges, fractionalPlace, type Placed, nearestPixel } from './upright-drawing.ts';

/** The visible part of an artwork, and the region of the output that it covers. */
export type DrawnArtwork = { region: Rectangle; rowAt: (at: Point, count: number) => ArtworkPixels };

/** Its planes on the output. */
type DrawnPlanes = { region: Rectangle; colours: Placed; alphas: Placed | null };

/** Null when nothing is left of it. */
export async function drawArtwork(
  sizes: readonly ArtworkRaster[],
  plan: ArtworkPlan,
  drawOnce: DrawOnce = drawAnew,
): Promise<DrawnArtwork | null> {
  const planes = await drawOnce('flat', plan, () => drawPlanes(sizes, plan));
  if (!planes) return null;
  const { region, colours, alphas } = planes;
  const { at, raster } = colours;
  const rowAt = ({ x, y }: Point, count: number) => {
    const from = { x: x - at.x, y: y - at.y };
    return { colour: rowOf(raster, from, count), alpha: alphas ? rowOf(alphas.raster, from, count) : null };
  };
  return { region, rowAt };
}

async function drawPlanes(sizes: readonly ArtworkRaster[], plan: ArtworkPlan): Promise<DrawnPlanes | null> {
  const { colour, alpha } = sizes[plan.halvings]!;
  const isOblique = plan.rotation % 90 !== 0;
  const place = isOblique ? null : fractionalPlace(plan);
  const draw = isOblique ? turnedFreely : (plane: Sharp) => turnedByQuarters(plane, plan, place);
  const [colours, alphas] = await Promise.all([
    draw(scaled(colour, plan), plan),
    alpha
      ? draw(scaled(alpha, plan), plan)
      : // Turned edges fade out, also those of an opaque artwork, and so do edges within a pixel.
        isOblique
        ? draw(planeOf(opaque(plan.scaled)), plan)
        : place && opaqueAt(place),
  ]);
  const { at, raster } = colours;
  const region = intersection(plan.region, { ...at, width: raster.width, height: raster.height });
  return region && { region, colours, alphas: alphas || null };
}

/** The planes of an artwork rotated by quarters, as scaled: whoever shows them brings them to their place, to the fraction. */
export async function drawInPlace(sizes: readonly ArtworkRaster[], plan: ArtworkPlan) {
  const { colour, alpha } = sizes[plan.halvings]!;
  const rotated = (plane: Raster) => turnedByQuarters(scaled(plane, plan), plan, null);
  const [colours, alphas] = await Promise.all([rotated(colour), alpha ? rotated(alpha) : null]);
  return { colour: colours.raster, alpha: alphas?.raster ?? null, place: exactPlace(plan) };
}

const opaque = ({ width, height }: Size): Raster => ({
  width,
  height,
  channels: 1,
  pixels: Buffer.alloc(width * height, 255),
});

function opaqueAt(place: Rectangle): Placed {
  const { x, y, ...size } = roundedOut(place);
  const raster = opaque(size);
  fadeEdges(raster, place);
  return { raster, at: { x, y } };
}

function scaled(plane: Raster, { crop, scaled: { width, height } }: ArtworkPlan): Sharp {
  const part = planeOf(plane).extract({ left: crop.x, top: crop.y, width: crop.width, height: crop.height });
  return part.resize(width, height, { fit: 'fill' });
}

async function turnedByQuarters(
  plane: Sharp,
  { rotation, centre }: ArtworkPlan,
  place: Rectangle | null,
): Promise<Placed> {
  const upright = await toRaster(plane);
  const raster = rotation === 0 ? upright : await toRaster(planeOf(upright).rotate(rotation));
  return place ? drawnAt(raster, place) : { raster, at: nearestPixel(raster, centre) };
}

const NOTHING = { r: 0, g: 0, b: 0 };
// Without a border the outermost row would be cut before it can fade out.
const BORDER_PX = 2;
const BORDER = { top: BORDER_PX, right: BORDER_PX, bottom: BORDER_PX, left: BORDER_PX };

/** Any angle, placed to a fraction of a pixel: the fraction goes into the resampling, the rest into the position. */
async function turnedFreely(plane: Sharp, { rotation, centre }: ArtworkPlan): Promise<Placed> {
  const bordered = await toRaster(plane.extend({ ...BORDER, background: NOTHING }));
  const pixelMiddle = turned({ x: (bordered.width - 1) / 2, y: (bordered.height - 1) / 2 }, rotation);
  const [wantedX, wantedY] = [centre.x - 0.5 - pixelMiddle.x, centre.y - 0.5 - pixelMiddle.y];
  const [wholeX, wholeY] = [Math.floor(wantedX), Math.floor(wantedY)];
  const [xAxis, yAxis] = [turned({ x: 1, y: 0 }, rotation), turned({ x: 0, y: 1 }, rotation)];
  const matrix: [[number, number], [number, number]] = [
    [xAxis.x, yAxis.x],
    [xAxis.y, yAxis.y],
  ];
  const raster = await toRaster(
    planeOf(bordered).affine(matrix, {
      background: NOTHING,
      interpolator: sharp.interpolators.bicubic,
      odx: wantedX - wholeX,
      ody: wantedY - wholeY,
    }),
  );
  // libvips starts its output at the least turned corner, rounded.
  const corners = cornersOf({ x: 0, y: 0, width: bordered.width, height: bordered.height });
  const start = rounded(boundsOf(corners.map((point) => turned(point, rotation))));
  return { raster, at: { x: wholeX + start.x, y: wholeY + start.y } };
}
