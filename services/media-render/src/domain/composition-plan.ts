import {
  boundsOf,
  centreOf,
  cornersOf,
  intersection,
  type Point,
  type Rectangle,
  rounded,
  roundedOut,
  type Size,
  times,
  turned,
} from './geometry.ts';
import { boundsOfPlaced, type Placement } from './placement.ts';

export const RENDER_LONG_SIDE_MAX_PX = 2_400;
export const PREVIEW_LONG_SIDE_MAX_PX = 1_600;
/** Of a print area that a visitor sees on a mockup. */
export const FLAT_PREVIEW_SIDE_MAX_PX = 1_000;
/** No artwork that fits is shown larger than the largest print area and its bleed on both sides. */
export const WORKING_SIDE_MAX_PX = 2_640;

/** What of the artwork is needed, how large, and where it goes: no more pixels than can be seen are ever made. */
export type ArtworkPlan = {
  /** The part of the output that the artwork may touch, in integer output pixels. */
  region: Rectangle;
  /** How many times the artwork is halved before the part is taken: most of making it smaller was then done once for all. */
  halvings: number;
  /** The part of the artwork that can be seen there, in integer pixels of the artwork so halved. */
  crop: Rectangle;
  /** The crop's size on the output, before it is rotated: in integer pixels, and to the fraction. */
  scaled: Size;
  size: Size;
  rotation: number;
  /** Where the middle of the crop lies on the output. */
  centre: Point;
};

/** The source image's size, made smaller when a side would be too long. */
export function outputSize(sourceImage: Size, longSideMaxPx: number): Size {
  const factor = Math.min(1, longSideMaxPx / Math.max(sourceImage.width, sourceImage.height));
  return {
    width: Math.max(1, Math.round(sourceImage.width * factor)),
    height: Math.max(1, Math.round(sourceImage.height * factor)),
  };
}

/** The part of the output that artwork may touch, in integer pixels; null when it lies outside. */
export const printWindow = (inkArea: Rectangle, sourceImage: Size, output: Size): Rectangle | null =>
  intersection({ x: 0, y: 0, ...output }, rounded(times(inkArea, output.width / sourceImage.width)));

/** `inkArea` is where ink shows, in pixels of the source image; `isBent` where what is drawn is bent afterwards. */
type Scene = {
  artwork: Size;
  placement: Placement;
  inkArea: Rectangle;
  sourceImage: Size;
  output: Size;
  isBent?: boolean;
};

/** Null when nothing of the artwork can be seen. */
export function planArtwork({ artwork: whole, placement, inkArea, ...scene }: Scene): ArtworkPlan | null {
  const { sourceImage, output, isBent = false } = scene;
  const factor = output.width / sourceImage.width;
  const halvings = halvingsFor(placement.scale * factor, isBent ? LAST_REDUCTION_MIN.bent : LAST_REDUCTION_MIN.flat);
  const artwork = { width: whole.width / 2 ** halvings, height: whole.height / 2 ** halvings };
  const scale = placement.scale * factor * 2 ** halvings;
  const placed = times(boundsOfPlaced(whole, placement), factor);
  const window = printWindow(inkArea, sourceImage, output);
  const visible = window && intersection(window, placed);
  if (!visible) return null;

  const region = roundedOut(visible);
  const middle = centreOf(placed);
  const crop = cropFor(region, { artwork, scale, rotation: placement.rotation, middle });
  if (!crop) return null;

  const fromMiddle = turned(awayFrom(centreOf({ x: 0, y: 0, ...artwork }), centreOf(crop)), placement.rotation);
  const size = { width: crop.width * scale, height: crop.height * scale };
  return {
    region,
    halvings,
    crop,
    scaled: { width: atLeastOne(size.width), height: atLeastOne(size.height) },
    size,
    rotation: placement.rotation,
    centre: { x: middle.x + fromMiddle.x * scale, y: middle.y + fromMiddle.y * scale },
  };
}

export const HALVINGS_MAX = 3;
/**
 * What is left to the last resampling, so that its filter, and not the halving, decides what is seen; less where bending resamples
 * once more, from pixels that are finer than what is seen.
 */
const LAST_REDUCTION_MIN = { flat: 1.5, bent: 1.2 };

const halvingsFor = (scale: number, lastReductionMin: number): number =>
  Math.min(HALVINGS_MAX, Math.max(0, Math.floor(Math.log2(1 / (scale * lastReductionMin)))));

/** Neighbours that the resampling filter reads. */
const FILTER_REACH_PX = 3;

type Turned = { artwork: Size; scale: number; rotation: number; middle: Point };

function cropFor(region: Rectangle, { artwork, scale, rotation, middle }: Turned): Rectangle | null {
  const artworkMiddle = { x: artwork.width / 2, y: artwork.height / 2 };
  const toArtwork = (point: Point): Point => {
    const { x, y } = turned(awayFrom(middle, point), -rotation);
    return { x: artworkMiddle.x + x / scale, y: artworkMiddle.y + y / scale };
  };
  const seen = boundsOf(cornersOf(region).map(toArtwork));
  const reach = FILTER_REACH_PX * Math.max(1, 1 / scale);
  const reached = {
    x: seen.x - reach,
    y: seen.y - reach,
    width: seen.width + 2 * reach,
    height: seen.height + 2 * reach,
  };
  const crop = intersection({ x: 0, y: 0, ...artwork }, reached);
  return crop && roundedOut(crop);
}

const awayFrom = (origin: Point, { x, y }: Point): Point => ({ x: x - origin.x, y: y - origin.y });
const atLeastOne = (length: number) => Math.max(1, Math.round(length));
