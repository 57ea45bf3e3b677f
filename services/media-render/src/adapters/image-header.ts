import sharp from 'sharp';
import type { Decoding } from '../domain/decoded-bytes.ts';
import type { Size } from '../domain/geometry.ts';
import type { ImageInfo } from '../domain/image.ts';
import { DECODING, rejectionOf } from './decoding.ts';
import { hasKnownColour } from './stated-colour.ts';

/** What a file is, by its bytes; only what stands before its pixels is read. */
export async function readImageInfo(source: string | Uint8Array): Promise<ImageInfo> {
  try {
    const { format, autoOrient, pages } = await sharp(source, { ...DECODING, limitInputPixels: false }).metadata();
    const isColourKnown = await hasKnownColour(source);
    return { format, widthPx: autoOrient.width, heightPx: autoOrient.height, frames: pages ?? 1, isColourKnown };
  } catch (error) {
    throw rejectionOf(error);
  }
}

/** Room for the metadata that cameras and editors put before the image. */
export const HEADER_BYTES = 256 * 1024;

/** What the first bytes of a file say; null when they do not reach that far, or it is no image. */
export async function imageHeader(start: Uint8Array): Promise<Decoding | null> {
  const webp = webpSize(Buffer.from(start.buffer, start.byteOffset, start.byteLength));
  if (webp) return { ...WEBP, widthPx: webp.width, heightPx: webp.height };
  try {
    const options = { ...DECODING, limitInputPixels: false };
    const {
      format,
      autoOrient,
      channels,
      depth,
      isProgressive,
      orientation = 1,
    } = await sharp(start, options).metadata();
    return {
      format,
      widthPx: autoOrient.width,
      heightPx: autoOrient.height,
      channels,
      bytesPerChannel: depth === 'ushort' ? 2 : 1,
      isProgressive,
      isTurned: orientation > 1,
    };
  } catch {
    return null;
  }
}

const WEBP = { format: 'webp', channels: 4, bytesPerChannel: 1, isProgressive: false, isTurned: false } as const;
const HEADER_OF_WEBP_BYTES = 30;
const FOURTEEN_BITS = 0x3fff;

/** libwebp opens a file only when all of it is there, so its size is read here, from the RIFF container. */
function webpSize(start: Buffer): Size | null {
  const name = (at: number) => start.toString('latin1', at, at + 4);
  if (start.length < HEADER_OF_WEBP_BYTES || name(0) !== 'RIFF' || name(8) !== 'WEBP') return null;
  switch (name(12)) {
    case 'VP8X':
      return { width: start.readUIntLE(24, 3) + 1, height: start.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = start.readUInt32LE(21);
      return { width: (bits & FOURTEEN_BITS) + 1, height: ((bits >>> 14) & FOURTEEN_BITS) + 1 };
    }
    case 'VP8 ':
      return { width: start.readUInt16LE(26) & FOURTEEN_BITS, height: start.readUInt16LE(28) & FOURTEEN_BITS };
    default:
      return null;
  }
}
