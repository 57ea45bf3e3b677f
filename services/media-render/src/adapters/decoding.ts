import { availableParallelism } from 'node:os';
import sharp, { type SharpOptions } from 'sharp';

export const PIXELS_MAX = 100_000_000;

/** How strangers' files are opened. */
export const DECODING: SharpOptions = { limitInputPixels: PIXELS_MAX, failOn: 'error' };

/** Only the three accepted formats can be read by this process, whatever a file claims to be. */
export function restrictDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
  sharp.concurrency(availableParallelism());
  // Decoded layers are kept by us; libvips would keep operations that never come again.
  sharp.cache(false);
}
