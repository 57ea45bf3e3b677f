import sharp, { type Sharp } from 'sharp';
import type { Rectangle, Size } from '../domain/geometry.ts';

/** Decoded pixels, 8 bits a channel, sRGB, alpha not premultiplied. */
export type Raster = Size & { channels: 1 | 2 | 3 | 4; pixels: Buffer };

export const fromRaster = ({ pixels, width, height, channels }: Raster): Sharp =>
  sharp(pixels, { raw: { width, height, channels } });

export async function toRaster(image: Sharp): Promise<Raster> {
  const { data: pixels, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { pixels, width: info.width, height: info.height, channels: info.channels };
}

export const transparent = ({ width, height }: Size): Raster => ({
  width,
  height,
  channels: 4,
  pixels: Buffer.alloc(width * height * 4),
});

export function isOpaque({ pixels }: Raster): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== OPAQUE) return false;
  return true;
}

const OPAQUE = 255;

export function cropped(raster: Raster, { x, y, width, height }: Rectangle): Raster {
  const part = { ...raster, width, height, pixels: Buffer.allocUnsafe(width * height * raster.channels) };
  copyRows(raster, part, { fromX: x, fromY: y, toX: 0, toY: 0, width, height });
  return part;
}

/** Writes one raster over another; what sticks out is left away. */
export function paste(onto: Raster, { x, y }: { x: number; y: number }, piece: Raster): void {
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const width = Math.min(onto.width, x + piece.width) - left;
  const height = Math.min(onto.height, y + piece.height) - top;
  if (width <= 0 || height <= 0) return;
  copyRows(piece, onto, { fromX: left - x, fromY: top - y, toX: left, toY: top, width, height });
}

type RowCopy = Size & { fromX: number; fromY: number; toX: number; toY: number };

function copyRows(from: Raster, to: Raster, { fromX, fromY, toX, toY, width, height }: RowCopy): void {
  if (from.channels !== to.channels) throw new Error(`${from.channels} channels cannot be copied to ${to.channels}`);
  for (let row = 0; row < height; row += 1) {
    const start = ((fromY + row) * from.width + fromX) * from.channels;
    const target = ((toY + row) * to.width + toX) * to.channels;
    from.pixels.copy(to.pixels, target, start, start + width * from.channels);
  }
}
