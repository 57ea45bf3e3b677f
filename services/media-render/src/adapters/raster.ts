import sharp, { type Sharp } from 'sharp';
import type { Rectangle, Size } from '../domain/geometry.ts';

/** Decoded pixels, 8 bits a channel, sRGB, alpha not premultiplied. */
export type Raster = Size & { channels: 1 | 2 | 3 | 4; pixels: Uint8Array };

export const fromRaster = ({ pixels, width, height, channels }: Raster): Sharp =>
  sharp(pixels, { raw: { width, height, channels } });

/** A single channel would come back as three. */
export const planeOf = (raster: Raster): Sharp =>
  raster.channels === 1 ? fromRaster(raster).toColourspace('b-w') : fromRaster(raster);

export async function toRaster(image: Sharp): Promise<Raster> {
  const { data: pixels, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { pixels, width: info.width, height: info.height, channels: info.channels };
}

/** Room for pixels that are yet to be written. */
export const emptyRaster = ({ width, height }: Size, channels: Raster['channels']): Raster => ({
  width,
  height,
  channels,
  pixels: Buffer.allocUnsafeSlow(width * height * channels),
});

/** From one row up to, but not including, another. */
export type Rows = { from: number; to: number };

export function copyOfRows({ width, channels, pixels }: Raster, { from, to }: Rows): Raster {
  const copy = emptyRaster({ width, height: to - from }, channels);
  copy.pixels.set(pixels.subarray(from * width * channels, to * width * channels));
  return copy;
}

/** Some pixels of one row. */
export const rowOf = ({ pixels, width, channels }: Raster, { x, y }: { x: number; y: number }, count: number) => {
  const start = (y * width + x) * channels;
  return pixels.subarray(start, start + count * channels);
};

const OPAQUE = 255;

export const isOpaque = (raster: Raster): boolean => isOpaqueWithin(raster, { x: 0, y: 0, ...raster });

export function isOpaqueWithin(raster: Raster, { x, y, width, height }: Rectangle): boolean {
  if (raster.channels !== 4) return true;
  for (let row = y; row < y + height; row += 1) {
    const pixels = rowOf(raster, { x, y: row }, width);
    for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== OPAQUE) return false;
  }
  return true;
}

export function cropped(raster: Raster, { x, y, width, height }: Rectangle): Raster {
  const part = emptyRaster({ width, height }, raster.channels);
  for (let row = 0; row < height; row += 1) {
    part.pixels.set(rowOf(raster, { x, y: y + row }, width), row * width * raster.channels);
  }
  return part;
}
