import { addArtwork, addBeneath, type ImagePixels, shadeOpaque, writeLight } from '../domain/affine-blending.ts';
import { type ArtworkPixels, blendArtwork, shade, type Shading } from '../domain/blending.ts';
import type { Point, Rectangle } from '../domain/geometry.ts';
import { grained, type Ink, inked, onUnderbase } from '../domain/ink.ts';
import type { SurfaceMap } from '../domain/surface-map.ts';
import type { DrawnArtwork } from './artwork-drawing.ts';
import { copyOfRows, isOpaque, isOpaqueWithin, type Raster, rowOf, type Rows, cropped, emptyRaster } from './raster.ts';

/** The images of a template, all of one size: RGBA, the mask one channel of coverage. */
export type Layers = {
  base: Raster;
  mask: Raster | null;
  shadow: Raster | null;
  highlight: Raster | null;
  outline: Raster | null;
};

/**
 * A template ready for composing: `blank` is the product without artwork, `window` the part of it that artwork may touch.
 * All else is stored for the window only: where the product is opaque there the RGB of the product with the mask as alpha, and
 * the light that comes through the shading; else all layers.
 */
export type Mockup = Part & { blank: Raster; others: readonly Part[] };

/** One surface of it; `others` are further ones. */
type Part = { window: Rectangle; print: Print } & (
  | { kind: 'opaque'; ground: Raster; light: Raster }
  | { kind: 'translucent'; layers: Layers }
);

/** Where prints of a surface are seen, and how they show there; without a mask of its own it has that of the layers. */
export type PartPrint = { window: Rectangle; print: Print; mask: Raster | null };

/**
 * How artworks show: null where ink covers as it is drawn, where the print area lies flat, where the product has no grain, and
 * where ink has no white beneath it. The texture is RGB, the underbase RGBA, both for the window only.
 */
export type Print = { ink: Ink | null; surface: SurfaceMap | null; texture: Raster | null; underbase: Raster | null };

const FLAT_PRINT: Print = { ink: null, surface: null, texture: null, underbase: null };

export const prepareMockup = (
  layers: Layers,
  window: Rectangle,
  print: Print = FLAT_PRINT,
  others: readonly PartPrint[] = [],
): Mockup => ({
  ...preparePart(layers, { window, print }),
  blank: blankOf(layers),
  others: others.map((one) => preparePart({ ...layers, mask: one.mask ?? layers.mask }, one)),
});

function preparePart(layers: Layers, { window, print }: Omit<PartPrint, 'mask'>): Part {
  if (!isOpaqueWithin(layers.base, window)) {
    return { kind: 'translucent', window, print, layers: windowOf(layers, window) };
  }
  const ground = cropped(layers.base, window);
  const light = emptyRaster(window, 3);
  const origin = { x: 0, y: 0 };
  eachRow(window, (y) => {
    const inImage = { x: window.x, y: window.y + y };
    const through = layers.mask && rowOf(layers.mask, inImage, window.width);
    if (through) setAlpha(rowOf(ground, { ...origin, y }, window.width), through);
    writeLight(clamped(rowOf(light, { ...origin, y }, window.width)), shadingAt(layers, inImage, window.width));
  });
  return { kind: 'opaque', window, print, ground, light };
}

/** What is seen on the mockup and its further surfaces, in their order. */
export type DrawnArtworks = readonly (DrawnArtwork | null)[];

/** Some rows of the image. */
export function compose(mockup: Mockup, [artwork, ...others]: DrawnArtworks, rows: Rows): Raster {
  const image = copyOfRows(mockup.blank, rows);
  if (artwork) layArtwork(image, mockup, artwork, rows);
  layOthers(image, mockup, others, rows);
  return image;
}

/**
 * All of the image, on a raster as large as the blank one. Its product is copied while libvips, beside this thread, is drawing
 * the artwork.
 */
export async function composeAsDrawn(
  mockup: Mockup,
  [drawing, ...others]: readonly Promise<DrawnArtwork | null>[],
  image = emptyRaster(mockup.blank, mockup.blank.channels),
): Promise<Raster> {
  image.pixels.set(mockup.blank.pixels);
  const rows = { from: 0, to: image.height };
  const artwork = await drawing;
  if (artwork) layArtwork(image, mockup, artwork, rows);
  if (others.length > 0) layOthers(image, mockup, await Promise.all(others), rows);
  return image;
}

/** Each blend depends on one pixel only, so nothing is composed but what the artwork covers. */
function layArtwork(image: Raster, part: Part, artwork: DrawnArtwork, rows: Rows): void {
  const { x, y, width, height } = artwork.region;
  for (let row = Math.max(y, rows.from); row < Math.min(y + height, rows.to); row += 1) {
    const pixels = clamped(rowOf(image, { x, y: row - rows.from }, width));
    layRow({ pixels, channels: image.channels }, part, artwork, row);
  }
}

/** Gives what was laid on the product. */
function layRow({ pixels, channels }: ImagePixels, part: Part, artwork: DrawnArtwork, row: number): ArtworkPixels {
  const { x, width } = artwork.region;
  const { ink, texture, underbase } = part.print;
  const inWindow = { x: x - part.window.x, y: row - part.window.y };
  const smooth = artwork.rowAt({ x, y: row }, width);
  const plain = texture ? grained(smooth, rowOf(texture, inWindow, width)) : smooth;
  const white = underbase && rowOf(underbase, inWindow, width);
  if (part.kind === 'opaque') {
    const { ground, light } = part;
    const [beneath, lit] = [rowOf(ground, inWindow, width), rowOf(light, inWindow, width)];
    const drawn = ink ? inkOn(plain, ink, beneath, { white, isOnOpaque: true }) : plain;
    addArtwork({ pixels, channels }, drawn, beneath, lit);
    return drawn;
  }
  const { layers } = part;
  const product = rowOf(layers.base, inWindow, width);
  const levels = Float32Array.from(product);
  const drawn = ink ? inkOn(plain, ink, product, { white, isOnOpaque: false }) : plain;
  blendArtwork(levels, drawn, layers.mask && rowOf(layers.mask, inWindow, width));
  shade(levels, shadingAt(layers, inWindow, width));
  pixels.set(levels);
  return drawn;
}

/**
 * Further ones are laid on the product as it is without artwork, and what was there before is added as far as they are no ink: upright
 * boxes of two prints may overlap where the prints do not.
 */
function layOthers(image: Raster, { blank, others }: Mockup, artworks: DrawnArtworks, rows: Rows): void {
  for (const [at, artwork] of artworks.entries()) {
    if (!artwork) continue;
    const { x, y, width, height } = artwork.region;
    for (let row = Math.max(y, rows.from); row < Math.min(y + height, rows.to); row += 1) {
      const pixels = clamped(rowOf(image, { x, y: row - rows.from }, width));
      const before = pixels.slice();
      const without = rowOf(blank, { x, y: row }, width);
      pixels.set(without);
      const drawn = layRow({ pixels, channels: image.channels }, others[at]!, artwork, row);
      addBeneath({ pixels, channels: image.channels }, drawn, before, without);
    }
  }
}

const inkOn = (
  artwork: ArtworkPixels,
  ink: Ink,
  product: Uint8Array,
  { white, isOnOpaque }: { white: Uint8Array | null; isOnOpaque: boolean },
): ArtworkPixels => (white ? onUnderbase(artwork, ink, white) : inked(artwork, ink, product, isOnOpaque));

/** RGB when all of the product is opaque. */
function blankOf(layers: Layers): Raster {
  const { base } = layers;
  const blank = emptyRaster(base, isOpaque(base) ? 3 : 4);
  eachRow(base, (y) => {
    const at = { x: 0, y };
    const product = rowOf(base, at, base.width);
    const shading = shadingAt(layers, at, base.width);
    const pixels = clamped(rowOf(blank, at, base.width));
    if (blank.channels === 3) return shadeOpaque(pixels, product, shading);
    const levels = Float32Array.from(product);
    shade(levels, shading);
    pixels.set(levels);
  });
  return blank;
}

function setAlpha(rgba: Uint8Array, alpha: Uint8Array): void {
  for (let pixel = 0; pixel < alpha.length; pixel += 1) rgba[pixel * 4 + 3] = alpha[pixel]!;
}

function windowOf({ base, mask, shadow, highlight, outline }: Layers, window: Rectangle): Layers {
  const part = (layer: Raster | null) => layer && cropped(layer, window);
  return {
    base: cropped(base, window),
    mask: part(mask),
    shadow: part(shadow),
    highlight: part(highlight),
    outline: part(outline),
  };
}

function shadingAt({ shadow, highlight, outline }: Layers, at: Point, count: number): Shading {
  const row = (layer: Raster | null) => layer && rowOf(layer, at, count);
  return { shadow: row(shadow), highlight: row(highlight), outline: row(outline) };
}

function eachRow({ height }: { height: number }, visit: (row: number) => void): void {
  for (let row = 0; row < height; row += 1) visit(row);
}

/** The same memory; what is written is rounded, and clamped to 0 to 255. */
export const clamped = ({ buffer, byteOffset, length }: Uint8Array) =>
  new Uint8ClampedArray(buffer, byteOffset, length);
