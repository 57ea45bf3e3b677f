import { FLAT_SURFACE, type PrintBlend, type Surface } from '@estampa/kernel/surface';
import { type ArtworkPixels, BLENDS, OPAQUE, PER_OPAQUE } from './blending.ts';

/** How ink shows on a product, wherever it lies. */
export type Ink = Pick<Surface, 'blend' | 'inkOpacity'>;

/** Whether ink covers as it is drawn. */
export const isPlain = ({ blend, inkOpacity }: Ink): boolean =>
  blend === FLAT_SURFACE.blend && inkOpacity === FLAT_SURFACE.inkOpacity;

const MODES = { normal: BLENDS.over, multiply: BLENDS.multiply, screen: BLENDS.screen } satisfies Record<
  PrintBlend,
  object
>;

/**
 * Ink as if it were opaque paint that looks the same: where the product is, colours are mixed with its colours, so that whatever
 * lays artworks on products does the rest. `product` is RGBA; `isOpaque` where its alpha means something else.
 */
export function inked(
  { colour, alpha }: ArtworkPixels,
  { blend, inkOpacity }: Ink,
  product: Uint8Array,
  isOpaque: boolean,
): ArtworkPixels {
  const count = colour.length / 3;
  const mixed = { colour: new Uint8ClampedArray(colour.length), alpha: new Uint8ClampedArray(count) };
  const { above, below, both } = MODES[blend];
  for (let pixel = 0; pixel < count; pixel += 1) {
    const drawn = alpha ? alpha[pixel]! : OPAQUE;
    if (drawn === 0) continue;
    const present = isOpaque ? 1 : product[pixel * 4 + 3]! * PER_OPAQUE;
    const ofInk = (1 - present + present * above) * inkOpacity;
    const ofProduct = present * below * drawn * PER_OPAQUE * inkOpacity;
    const ofBoth = present * both * inkOpacity;
    for (let channel = 0; channel < 3; channel += 1) {
      const beneath = product[pixel * 4 + channel]!;
      const ink = Math.min(colour[pixel * 3 + channel]!, drawn);
      mixed.colour[pixel * 3 + channel] = ofInk * ink + ofProduct * beneath + ofBoth * ink * beneath;
    }
    mixed.alpha[pixel] = drawn * inkOpacity;
  }
  return { colour: bytesOf(mixed.colour), alpha: bytesOf(mixed.alpha) };
}

/** Ink on white that lies beneath all of it; `white` is RGBA of what the product would look like there. */
export function onUnderbase(artwork: ArtworkPixels, ink: Ink, white: Uint8Array): ArtworkPixels {
  const mixed = inked(artwork, ink, white, false);
  const alpha = artwork.alpha ?? new Uint8Array(mixed.colour.length / 3).fill(OPAQUE);
  const uncovered = 1 - ink.inkOpacity;
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    const ofWhite = uncovered * alpha[pixel]! * PER_OPAQUE;
    for (let channel = 0; channel < 3; channel += 1) {
      const level = mixed.colour[pixel * 3 + channel]! + ofWhite * white[pixel * 4 + channel]!;
      mixed.colour[pixel * 3 + channel] = Math.min(Math.round(level), OPAQUE);
    }
  }
  return { colour: mixed.colour, alpha };
}

/** Ink in the grain of a product: each channel multiplied by that of the texture, which is RGB and changes nothing where it is white. */
export function grained({ colour, alpha }: ArtworkPixels, texture: Uint8Array): ArtworkPixels {
  const multiplied = new Uint8Array(colour.length);
  for (let at = 0; at < colour.length; at += 1) multiplied[at] = (colour[at]! * texture[at]! + HALF) / OPAQUE;
  return { colour: multiplied, alpha };
}

const HALF = 127;

const bytesOf = ({ buffer }: Uint8ClampedArray<ArrayBuffer>): Uint8Array => new Uint8Array(buffer);
