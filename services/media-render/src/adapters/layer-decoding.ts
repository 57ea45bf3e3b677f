import sharp, { type Sharp } from 'sharp';
import { OPAQUE } from '../domain/blending.ts';
import type { Size } from '../domain/geometry.ts';
import type { LayerKind } from '../domain/template.ts';
import type { Layers } from './compositor.ts';
import { DECODING } from './decoding.ts';
import { type Raster, toRaster } from './raster.ts';

export type LayerFiles = Partial<Record<LayerKind, Uint8Array>> & { base: Uint8Array };

/** Decodes a template's pictures, each scaled to the output. */
export async function decodeLayers(files: LayerFiles, output: Size): Promise<Layers> {
  const shade = (file: Uint8Array | undefined) => (file ? toRaster(scaledTo(output, file).ensureAlpha()) : null);
  const [base, mask, shadow, highlight, outline] = await Promise.all([
    toRaster(scaledTo(output, files.base).ensureAlpha()),
    files.mask ? coverage(files.mask, output) : null,
    shade(files.shadow),
    shade(files.highlight),
    shade(files.outline),
  ]);
  return { base, mask, shadow, highlight, outline };
}

const scaledTo = ({ width, height }: Size, file: Uint8Array): Sharp =>
  sharp(file, DECODING).autoOrient().resize(width, height, { fit: 'fill' }).toColourspace('srgb');

/** A mask covers by its alpha when it has any transparency, else by its brightness. */
async function coverage(file: Uint8Array, output: Size): Promise<Raster> {
  const scaled = () => sharp(file, DECODING).autoOrient().resize(output.width, output.height, { fit: 'fill' });
  const { hasAlpha } = await sharp(file, DECODING).metadata();
  const alpha = hasAlpha ? await toRaster(scaled().extractChannel('alpha')) : null;
  if (alpha?.pixels.some((level) => level < OPAQUE)) return alpha;
  return toRaster(scaled().toColourspace('b-w').removeAlpha());
}
