import { DomainError } from '@estampa/kernel/errors';
import { ARTWORK_BYTES_MAX, SIDE_MAX_PX } from '../image.ts';

/** What uploads through the gateway may have. */
export const PSD_BYTES_MAX = ARTWORK_BYTES_MAX;
export const PSD_CONTENT_TYPE = 'image/vnd.adobe.photoshop';
const PSD_SIDE_MAX_PX = SIDE_MAX_PX;
/** Six times what renders show. */
const PSD_AREA_MAX_PX = 16_000_000;
export const PSD_LAYERS_MAX = 500;
/** Groups within groups. */
export const PSD_DEPTH_MAX = 10;
/** Layers may well be larger than what is seen of them. */
export const PSD_LAYER_AREA_MAX_PX = 4 * PSD_AREA_MAX_PX;
/** Of all channels of all layers together, as they are said to be large. */
export const PSD_SAMPLES_MAX = 2_000_000_000;
export const PRINT_AREAS_MAX = 20;
/** Of the file and of all that is made of it, at once. */
export const PSD_WORKING_BYTES_MAX = 448 * 1024 * 1024;

export const damagedPsd = (why: string): DomainError =>
  new DomainError('invalid', 'damaged_psd', `The Photoshop file is damaged: ${why}`);

export const unsupportedPsd = (why: string): DomainError =>
  new DomainError('invalid', 'unsupported_psd', `The Photoshop file cannot be imported: ${why}`);

export const psdTooLarge = (why: string): DomainError =>
  new DomainError('invalid', 'psd_too_large', `The Photoshop file is too large: ${why}`);

/** Counts the bytes in use, so that no file makes more of them than there is room for. */
export class ByteBudget {
  #left: number;

  constructor(bytesMax: number) {
    this.#left = bytesMax;
  }

  take(bytes: number): void {
    if (bytes > this.#left) throw psdTooLarge('its layers take more memory than there is');
    this.#left -= bytes;
  }

  giveBack(bytes: number): void {
    this.#left += bytes;
  }
}

export type PsdHeader = { width: number; height: number; depth: number; mode: number; version: number };

const MODES = { grey: 1, rgb: 3 };
const DEPTHS = [8, 16];

/** What the first bytes say must be something that can be imported. */
export function mustBeImportable({ width, height, depth, mode, version }: PsdHeader): void {
  if (version !== 1) throw unsupportedPsd('save it as PSD, not as large document (PSB)');
  if (!DEPTHS.includes(depth)) throw unsupportedPsd(`${depth} bits per channel; save it with 8 or 16`);
  if (mode !== MODES.grey && mode !== MODES.rgb) throw unsupportedPsd('its colour mode is neither RGB nor grayscale');
  if (width < 1 || height < 1) throw damagedPsd('it has no size');
  if (Math.max(width, height) > PSD_SIDE_MAX_PX)
    throw psdTooLarge(`${width} x ${height} px; no side may exceed ${PSD_SIDE_MAX_PX} px`);
  if (width * height > PSD_AREA_MAX_PX)
    throw psdTooLarge(`${width} x ${height} px; at most ${PSD_AREA_MAX_PX / 1e6} megapixels are taken`);
}

/** What a painter has at once beside the file: some planes in RGBA of the document, and layers that are being decoded. */
const PLANES_AT_ONCE = 6;

/** What work on a file takes at most. */
export const psdWorkingBytes = ({ width, height }: Pick<PsdHeader, 'width' | 'height'>, sizeBytes: number): number =>
  Math.min(PSD_WORKING_BYTES_MAX, sizeBytes + width * height * 4 * PLANES_AT_ONCE);
