import sharp, { type Sharp } from 'sharp';
import type { ArtworkPlan } from '../domain/composition-plan.ts';
import { boundsOf, cornersOf, type Point, rounded, turned } from '../domain/geometry.ts';
import { DECODING } from './decoding.ts';
import { fromRaster, paste, type Raster, toRaster, transparent } from './raster.ts';

/** A file, or pixels that were decoded before. */
export type ArtworkSource = string | Raster;

/** The visible part of the artwork on a transparent ground of the region's size. */
export async function drawArtwork(source: ArtworkSource, plan: ArtworkPlan): Promise<Raster> {
  const { x: left, y: top, width, height } = plan.crop;
  const opened = typeof source === 'string' ? sharp(source, DECODING).autoOrient() : fromRaster(source);
  const scaled = opened
    .extract({ left, top, width, height })
    .resize(plan.scaled.width, plan.scaled.height, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha();
  const { raster, at } = await turnedAbout(scaled, plan);
  const ground = transparent(plan.region);
  paste(ground, at, raster);
  return ground;
}

type Placed = { raster: Raster; at: Point };

async function turnedAbout(scaled: Sharp, { rotation, centre, region }: ArtworkPlan): Promise<Placed> {
  const middle = { x: centre.x - region.x, y: centre.y - region.y };
  if (rotation % 90 === 0) {
    const upright = await toRaster(scaled);
    const raster = rotation === 0 ? upright : await toRaster(fromRaster(upright).rotate(rotation));
    return { raster, at: { x: Math.round(middle.x - raster.width / 2), y: Math.round(middle.y - raster.height / 2) } };
  }
  return turnedFreely(await toRaster(scaled.extend({ ...BORDER, background: TRANSPARENT })), rotation, middle);
}

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };
// Without a border the outermost row would be cut before it can fade out.
const BORDER_PX = 2;
const BORDER = { top: BORDER_PX, right: BORDER_PX, bottom: BORDER_PX, left: BORDER_PX };

/** Any angle, placed to a fraction of a pixel: the fraction goes into the resampling, the rest into the position. */
async function turnedFreely(bordered: Raster, rotation: number, middle: Point): Promise<Placed> {
  const pixelMiddle = turned({ x: (bordered.width - 1) / 2, y: (bordered.height - 1) / 2 }, rotation);
  const [wantedX, wantedY] = [middle.x - 0.5 - pixelMiddle.x, middle.y - 0.5 - pixelMiddle.y];
  const [wholeX, wholeY] = [Math.floor(wantedX), Math.floor(wantedY)];
  const [xAxis, yAxis] = [turned({ x: 1, y: 0 }, rotation), turned({ x: 0, y: 1 }, rotation)];
  const matrix: [[number, number], [number, number]] = [
    [xAxis.x, yAxis.x],
    [xAxis.y, yAxis.y],
  ];
  const raster = await toRaster(
    fromRaster(bordered).affine(matrix, {
      background: TRANSPARENT,
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
