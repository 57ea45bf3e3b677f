import { FLAT_PREVIEW_SIDE_MAX_PX, WORKING_SIDE_MAX_PX } from './composition-plan.ts';
import { AREA_MAX_PX, ARTWORK_BYTES_MAX, PHOTO_BYTES_MAX } from './image.ts';
import { PRESS_PROFILE_BYTES_MAX } from './press-profile.ts';

/** Photos that come in through this service at once, each in a file of its own. */
export const INCOMING_MAX = 128;
/** Work in the queue; a photo that has come in waits in its file. */
export const WAITING_MAX = 64;
/** Decoding occupies a thread of Node's pool, of which there are four: one is left for previews. */
export const ORIGINALS_AT_ONCE_MAX = 3;

const RGBA = 4;
/** Noise grows when it is compressed quickly: nine bits for most bytes (zlib's fixed codes), and the ends of blocks. */
const PNG_OVERHEAD = 1.07;
/** From one step of a print to the next: what is read, and what is written. */
const STEPS_AT_ONCE = 2;
/** Of a print: a text has one colour and few shades, and compresses well. */
const TEXT_SHARE = 1 / 16;

/** Of a press: in a file beside the print, and in each TIFF. */
const PROFILE_BYTES_MAX = 2 * PRESS_PROFILE_BYTES_MAX;

/** The most that making a print has in temporary files, the original among them. */
export const printTemporaryBytes = (originalBytes: number, printPixels: number): number =>
  originalBytes + (STEPS_AT_ONCE + TEXT_SHARE) * printPixels * RGBA * PNG_OVERHEAD + PROFILE_BYTES_MAX;

/** Decoded templates in files of their own, unless a setting says otherwise. */
export const MOCKUP_FILE_BYTES = 1024 ** 3;

/** An original, and a copy that states its colours. */
const ORIGINAL_BYTES_MAX = 2 * ARTWORK_BYTES_MAX;

/** The most that one process has in temporary files beside decoded templates: prints are made one after the other, photos, other originals and one preview of a text beside them. */
export const TEMPORARY_BYTES_MAX =
  printTemporaryBytes(ARTWORK_BYTES_MAX, AREA_MAX_PX) +
  (ORIGINALS_AT_ONCE_MAX - 1) * ORIGINAL_BYTES_MAX +
  (INCOMING_MAX + WAITING_MAX + ORIGINALS_AT_ONCE_MAX) * PHOTO_BYTES_MAX +
  printTemporaryBytes(WORKING_SIDE_MAX_PX ** 2 * RGBA * PNG_OVERHEAD, FLAT_PREVIEW_SIDE_MAX_PX ** 2);
