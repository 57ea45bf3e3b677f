import { OPAQUE, PER_OPAQUE } from '../blending.ts';
import type { Size } from '../geometry.ts';
import type { Mix } from './blend-modes.ts';

/** RGBA, alpha not premultiplied, and where in the document it lies; all of it inside. */
export type Pixels = Size & { x: number; y: number; rgba: Uint8ClampedArray };

export const clearPixels = ({ width, height }: Size): Pixels => ({
  x: 0,
  y: 0,
  width,
  height,
  rgba: new Uint8ClampedArray(width * height * 4),
});

/** Calls with the places of each pixel in what is laid and in what lies beneath, which is as large as the document. */
export function eachPixel(
  { x, y, width, height }: Pixels,
  groundWidth: number,
  visit: (at: number, beneath: number) => void,
) {
  for (let row = 0; row < height; row += 1) {
    let beneath = (y + row) * groundWidth + x;
    for (let at = row * width; at < (row + 1) * width; at += 1, beneath += 1) visit(at, beneath);
  }
}

/** Lays pixels on all of a document, in place. */
export function lay(ground: Pixels, pixels: Pixels, mix: Mix | null): void {
  const { rgba } = pixels;
  eachPixel(pixels, ground.width, (at, beneath) => {
    const alpha = rgba[at * 4 + 3]!;
    if (alpha === 0) return;
    layOne(ground.rgba, beneath * 4, rgba, at * 4, alpha * PER_OPAQUE, mix);
  });
}

function layOne(
  ground: Uint8ClampedArray,
  to: number,
  from: Uint8ClampedArray,
  at: number,
  alpha: number,
  mix: Mix | null,
): void {
  const beneath = ground[to + 3]! * PER_OPAQUE;
  const combined = alpha + beneath - alpha * beneath;
  const [onlyAbove, onlyBelow, both] = [alpha * (1 - beneath), beneath * (1 - alpha), alpha * beneath];
  for (let channel = 0; channel < 3; channel += 1) {
    const [above, below] = [from[at + channel]! * PER_OPAQUE, ground[to + channel]! * PER_OPAQUE];
    const mixed = mix ? mix(below, above) : above;
    ground[to + channel] = ((onlyAbove * above + onlyBelow * below + both * mixed) / combined) * OPAQUE;
  }
  ground[to + 3] = combined * OPAQUE;
}

/** How much of each pixel of the document is let through. */
export type Cover = Uint8Array;

/** Less of pixels, in place. */
export function fade(pixels: Pixels, opacity: number, covers: readonly Cover[], documentWidth: number): void {
  if (opacity >= 1 && covers.length === 0) return;
  eachPixel(pixels, documentWidth, (at, beneath) => {
    let alpha = pixels.rgba[at * 4 + 3]! * opacity;
    for (const cover of covers) alpha *= cover[beneath]! * PER_OPAQUE;
    pixels.rgba[at * 4 + 3] = alpha;
  });
}

/** Where pixels are seen, over all of a document. */
export function coverOf(pixels: Pixels, { width, height }: Size): Cover {
  const cover = new Uint8Array(width * height);
  eachPixel(pixels, width, (at, beneath) => (cover[beneath] = pixels.rgba[at * 4 + 3]!));
  return cover;
}
