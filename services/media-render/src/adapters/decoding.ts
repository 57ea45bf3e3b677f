import { availableParallelism } from 'node:os';
import sharp, { type SharpOptions } from 'sharp';
import { notAnImage } from '../domain/image.ts';

export const PIXELS_MAX = 100_000_000;

/** How strangers' files are opened. */
export const DECODING: SharpOptions = { limitInputPixels: PIXELS_MAX, failOn: 'error' };

/** How our own files are opened, which may be larger than what strangers send. */
export const OWN_DECODING = { ...DECODING, limitInputPixels: false } as const satisfies SharpOptions;

/** Only the three accepted formats can be read by this process, whatever a file claims to be. */
export function restrictDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
  sharp.concurrency(availableParallelism());
  // Decoded layers are cached by us; libvips would cache operations that never repeat.
  sharp.cache(false);
}

/** What is no fault of a file. */
const OWN_TROUBLE = /input file is missing|no space left|out of memory|unable to (?:open|create|write)|write error/i;

/** Why a file could not be read, as its sender may know it; trouble of our own stays what it is. */
export const rejectionOf = (error: unknown): unknown =>
  error instanceof Error && OWN_TROUBLE.test(error.message) ? error : notAnImage();
