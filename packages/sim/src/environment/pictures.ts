import type { Decoding } from '@estampa/media-render/domain/decoded-bytes';
import type { ImageFormat, ImageInfo } from '@estampa/media-render/domain/image';
import { contentOf } from './files.ts';

/* Stands in for what reads pictures: those of a history say in words what they are. */

type Picture = { format: ImageFormat; widthPx: number; heightPx: number; shows: string };

export const HEADER_BYTES = 256 * 1024;

export const pictureOf = (picture: Picture): Uint8Array => Buffer.from(JSON.stringify(picture));

const pictureIn = (bytes: Uint8Array): Picture => JSON.parse(Buffer.from(bytes).toString()) as Picture;

export function readImageInfo(source: string | Uint8Array): Promise<ImageInfo> {
  const { format, widthPx, heightPx } = pictureIn(typeof source === 'string' ? contentOf(source) : source);
  return Promise.resolve({ format, widthPx, heightPx, frames: 1, isColourKnown: true });
}

export const imageHeader = async (start: Uint8Array): Promise<Decoding> => ({
  ...(await readImageInfo(start)),
  channels: 4,
  bytesPerChannel: 1,
  isProgressive: false,
  isTurned: false,
});
