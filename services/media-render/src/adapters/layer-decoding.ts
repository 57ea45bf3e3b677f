import sharp from 'sharp';
import { OPAQUE } from '../domain/blending.ts';
import type { Size } from '../domain/geometry.ts';
import type { LayerKind } from '../domain/template.ts';
import type { Layers } from './compositor.ts';
import { DECODING } from './decoding.ts';
import { fromRaster, type Raster, toRaster } from './raster.ts';
import { uprightInSrgb } from './srgb.ts';

export type LayerFiles = Partial<Record<LayerKind, Uint8Array>> & { base: Uint8Array };

type ShownKind = Exclude<LayerKind, 'displacement' | 'texture' | 'colourMask'>;

/** Decodes a template's images, each scaled to the output; one after the other where they are large. */
export async function decodeLayers(
  { displacement: _moves, texture: _grain, colourMask: _cloth, ...files }: LayerFiles,
  output: Size,
  isOneByOne = false,
): Promise<Layers> {
  const decoded: Partial<Record<ShownKind, Raster>> = {};
  const decode = async (kind: ShownKind, file: Uint8Array) => {
    decoded[kind] = kind === 'mask' ? await coverage(file, output) : await layer(file, output);
  };
  const kinds = Object.entries(files) as [ShownKind, Uint8Array][];
  if (isOneByOne) for (const [kind, file] of kinds) await decode(kind, file);
  else await Promise.all(kinds.map(([kind, file]) => decode(kind, file)));
  const { base, mask = null, shadow = null, highlight = null, outline = null } = decoded;
  return { base: base!, mask, shadow, highlight, outline };
}

/** Where ink shows on further surfaces: null where one has no mask of its own. */
export async function decodeMasks(
  files: readonly (Uint8Array | null)[],
  output: Size,
  isOneByOne = false,
): Promise<(Raster | null)[]> {
  const decode = async (file: Uint8Array | null) => file && coverage(file, output);
  if (!isOneByOne) return Promise.all(files.map(decode));
  const masks: (Raster | null)[] = [];
  for (const file of files) masks.push(await decode(file));
  return masks;
}

const layer = async (file: Uint8Array, { width, height }: Size): Promise<Raster> =>
  toRaster((await uprightInSrgb(file, { width, height, fit: 'fill' })).ensureAlpha());

/** A mask covers by its alpha when it has any transparency, else by its brightness in sRGB. */
export async function coverage(file: Uint8Array, { width, height }: Size): Promise<Raster> {
  const size = { width, height, fit: 'fill' } as const;
  const { hasAlpha } = await sharp(file, DECODING).metadata();
  const scaled = () => sharp(file, DECODING).autoOrient().resize(size);
  const alpha = hasAlpha ? await toRaster(scaled().extractChannel('alpha')) : null;
  if (alpha?.pixels.some((level) => level < OPAQUE)) return alpha;
  const colour = await toRaster((await uprightInSrgb(file, size)).removeAlpha());
  return toRaster(fromRaster(colour).toColourspace('b-w'));
}
