import type { Decoding } from '@estampa/media-render/domain/decoded-bytes';
import type { ImageFormat, ImageInfo } from '@estampa/media-render/domain/image';
import { contentOf } from './files.ts';

/* Stands in for what reads pictures: those of a history say in words what they are. */

type WordImage = { format: ImageFormat; widthPx: number; heightPx: number; shows: string };

export const HEADER_BYTES = 256 * 1024;

export const imageOf = (image: WordImage): Uint8Array => Buffer.from(JSON.stringify(image));

const imageIn = (bytes: Uint8Array): WordImage => JSON.parse(Buffer.from(bytes).toString()) as WordImage;

export function readImageInfo(source: string | Uint8Array): Promise<ImageInfo> {
  const { format, widthPx, heightPx } = imageIn(typeof source === 'string' ? contentOf(source) : source);
  return Promise.resolve({ format, widthPx, heightPx, frames: 1, isColourKnown: true });
}

export const imageHeader = async (start: Uint8Array): Promise<Decoding> => ({
  ...(await readImageInfo(start)),
  channels: 4,
  bytesPerChannel: 1,
  isProgressive: false,
  isTurned: false,
});
