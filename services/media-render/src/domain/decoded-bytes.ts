import { sizesBelow } from '@estampa/kernel/image-sizes';
import { WORKING_SIDE_MAX_PX } from './composition-plan.ts';
import { CANVAS_SHARE_MAX } from './surface-layout.ts';
import type { Size } from './geometry.ts';
import { AREA_MAX_PX, type ImageInfo, SIDE_MAX_PX } from './image.ts';

/** What tells how a file has to be decoded. */
export type Decoding = ImageInfo & {
  channels: number;
  bytesPerChannel: 1 | 2;
  /** Interlaced PNG or progressive JPEG: the first row is known when all has been read. */
  isProgressive: boolean;
  /** It lies otherwise in the file than it is to be seen. */
  isTurned: boolean;
};

const CHANNELS_MAX = 4;
/** Rows under way while an image passes through. */
const ROWS_UNDER_WAY = 512;
/** One copy to look at, one being written out. */
const COPIES_OF_WORKING = 2;

/** The most bytes that reading an original holds at once; of one that nothing is known about, the most there can be. */
export function originalBytes(original: Decoding | null): number {
  if (!original) return AREA_MAX_PX * CHANNELS_MAX * 2 + workingBytes(LARGEST);
  const { widthPx, heightPx, channels, bytesPerChannel, isProgressive, isTurned, format } = original;
  const isWhole = isProgressive || isTurned || format === 'webp';
  // Coefficients of a progressive JPEG take two bytes each.
  const bytes = isProgressive ? 2 : bytesPerChannel;
  const rows = isWhole ? heightPx : Math.min(heightPx, ROWS_UNDER_WAY);
  return widthPx * rows * channels * bytes + workingBytes({ width: widthPx, height: heightPx });
}

const LARGEST = { width: SIDE_MAX_PX, height: SIDE_MAX_PX };

const workingBytes = ({ width, height }: Size): number => {
  const [wide, high] = [Math.min(width, WORKING_SIDE_MAX_PX), Math.min(height, WORKING_SIDE_MAX_PX)];
  return wide * high * CHANNELS_MAX * COPIES_OF_WORKING;
};

/** What making a print holds beside its original: all of the part in RGBA where it is turned, since it is read in another order. */
export const turnedBytes = (part: Size | null, rotation: number): number =>
  part && rotation !== 0 ? part.width * part.height * CHANNELS_MAX : 0;

/** What drawing a text holds: how much it covers of each pixel, and its picture in RGBA. */
export const textBytes = ({ width, height }: Size, box: Size | null): number =>
  box ? Math.ceil(box.width * width) * Math.ceil(box.height * height) * (1 + CHANNELS_MAX) : 0;

type LayerSizes = { layerPixels: number; largestLayerPixels: number };

/** Beyond this the layers of a template are decoded one after the other, since some formats are decoded whole. */
const LAYERS_AT_ONCE_BYTES_MAX = 160 * 1024 * 1024;

export const areLayersOneByOne = ({ layerPixels }: Pick<LayerSizes, 'layerPixels'>): boolean =>
  layerPixels * CHANNELS_MAX > LAYERS_AT_ONCE_BYTES_MAX;

type Composition = {
  output: Size;
  /** Null when it is decoded already. */
  working: Size | null;
  /** Of the template's images; null when they are decoded already. */
  layers: LayerSizes | null;
  /** Whether artworks are bent. */
  isBent?: boolean;
  /** Whether they show the grain of the product. */
  isGrained?: boolean;
  /** Whether the product is given its colour when it is composed. */
  isColoured?: boolean;
  /** Whether artworks are shown in the inks of a press. */
  isProof?: boolean;
  /** What lies on further surfaces; null as above. */
  others?: readonly { working: Size | null; isBent: boolean; isMasked?: boolean }[];
};

/** The image in RGBA, as encoded, and the artwork at its size there. */
const COMPOSING_BYTES_PER_PX = 4 + 3 + 4;
/** The artwork on its canvas, in planes and put together; and the map of a surface, and what it is compiled from. */
const BENDING_BYTES_PER_PX = CANVAS_SHARE_MAX * (4 + 4);
const SURFACE_BYTES_PER_PX = 1 + 4 + 8 + 8;
/** In RGBA and in RGB as it is decoded, in RGB as it is kept. */
const TEXTURE_BYTES_PER_PX = 4 + 3 + 3;
/** Five layers in RGBA, the blank product, and what is kept of the layers. */
const TEMPLATE_BYTES_PER_PX = 5 * 4 + 4 + 7;
/** What is kept of the layers for a further surface, and the artwork at its size there. */
const PART_BYTES_PER_PX = 7;
const DRAWN_BYTES_PER_PX = 4;
/** A mask of its own: by its alpha, in RGB, by its brightness. */
const MASK_BYTES_PER_PX = 1 + 3 + 1;
/** Where cloth is, and beside the photo the coloured product, which is prepared anew for each colour. */
const COLOUR_BYTES_PER_PX = 1;
const DYEING_BYTES_PER_PX = 4 + 4 + 7 + 4;
/** As it comes out of the file, and as it is kept: whole, and halved again and again. */
const WORKING_BYTES_PER_PX = 4 + 4 * (4 / 3);
/** In RGB, in inks, as these are encoded and in RGB again. */
const PROOF_BYTES_PER_PX = 3 + 4 + 4 + 3;

/** How far its pixels lie from edges, twice, and marks over them as an artwork of their own, halved again and again. */
const INSPECTION_BYTES_PER_PX = 2 + 2 + 1 + 4 * (4 / 3);

/** The most bytes that looking at the ink of an artwork and marking it holds at once. */
export const inspectionBytes = ({ width, height }: Size): number =>
  width * height * (WORKING_BYTES_PER_PX + INSPECTION_BYTES_PER_PX);

/** A copy's pixels, and what its encoders hold: AVIF 38 bytes a pixel from 640,000 pixels on, WebP 5. */
const COPY_BYTES_PER_PX = 50;

/** The most bytes that making the copies of an image holds at once. */
export const copiesBytes = ({ width, height }: Size): number =>
  sizesBelow(width).reduce((sum, size) => sum + size * size * (height / width) * COPY_BYTES_PER_PX, 0);

/**
 * Prints on further surfaces add up, and what is heavier than all that may run at once runs alone, a preview beside a render: two of
 * these fit into a process beside what it keeps. Without further surfaces an image of layers of 100 megapixels takes about as much.
 */
export const COMPOSITION_BYTES_MAX = 1024 * 1024 * 1024;

/** The most bytes that making one image holds at once, beside what is kept anyway. */
export function compositionBytes({ output, working, layers, ...kind }: Composition): number {
  const { isBent = false, isGrained = false, isColoured = false, isProof = false, others = [] } = kind;
  const pixels = output.width * output.height;
  const ofTemplate =
    TEMPLATE_BYTES_PER_PX +
    (isBent ? SURFACE_BYTES_PER_PX : 0) +
    (isGrained ? TEXTURE_BYTES_PER_PX : 0) +
    (isColoured ? COLOUR_BYTES_PER_PX : 0);
  const template = layers ? pixels * ofTemplate + decodedAtOnce(layers) * CHANNELS_MAX : 0;
  const pixelsOf = (one: Size | null) => (one ? one.width * one.height : 0);
  const decoded = [working, ...others.map((other) => other.working)].map(pixelsOf);
  // They are taken to inks and back one after the other.
  const proof = isProof ? Math.max(...decoded) * PROOF_BYTES_PER_PX : 0;
  const artworks = decoded.reduce((sum, px) => sum + px * WORKING_BYTES_PER_PX, proof);
  const composing =
    COMPOSING_BYTES_PER_PX + (isBent ? BENDING_BYTES_PER_PX : 0) + (isColoured ? DYEING_BYTES_PER_PX : 0);
  const further = others.map((other) => {
    const bending = other.isBent ? BENDING_BYTES_PER_PX : 0;
    const mapped = other.isBent ? SURFACE_BYTES_PER_PX : 0;
    const masking = other.isMasked ? MASK_BYTES_PER_PX : 0;
    const decoding = layers ? PART_BYTES_PER_PX + mapped + masking + (isGrained ? TEXTURE_BYTES_PER_PX : 0) : 0;
    return pixels * (DRAWN_BYTES_PER_PX + bending + decoding);
  });
  return further.reduce((sum, bytes) => sum + bytes, pixels * composing + template + artworks);
}

const decodedAtOnce = (layers: LayerSizes): number =>
  areLayersOneByOne(layers) ? layers.largestLayerPixels : layers.layerPixels;
