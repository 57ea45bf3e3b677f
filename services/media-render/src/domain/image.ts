import { DomainError, type FieldError } from '@estampa/kernel/errors';

/** The accepted formats: what a client publishes, and the ending of the stored file. */
export const IMAGE_FORMATS = {
  png: { contentType: 'image/png', extension: 'png' },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  webp: { contentType: 'image/webp', extension: 'webp' },
} as const;

export type ImageFormat = keyof typeof IMAGE_FORMATS;
export const FORMATS = Object.keys(IMAGE_FORMATS) as ImageFormat[];

export const ARTWORK_BYTES_MAX = 100 * 1024 * 1024;
export const TEMPLATE_IMAGE_BYTES_MAX = 25 * 1024 * 1024;
export const PROFILE_IMAGE_BYTES_MAX = 10 * 1024 * 1024;
export const PHOTO_BYTES_MAX = 10 * 1024 * 1024;
/** A larger photo is made smaller. */
export const PHOTO_SIDE_MAX_PX = 2_000;
export const SIDE_MAX_PX = 12_000;
export const AREA_MAX_PX = 100_000_000;

/** The format of an published file that may be sent. */
export function declaredFormat(file: { contentType: string; sizeBytes: number }, bytesMax: number): ImageFormat {
  const format = FORMATS.find((known) => IMAGE_FORMATS[known].contentType === file.contentType);
  const fields: FieldError[] = [
    ...(format ? [] : [{ path: 'contentType', code: 'unsupported', message: `must be one of ${CONTENT_TYPES}` }]),
    ...(file.sizeBytes >= 1 && file.sizeBytes <= bytesMax
      ? []
      : [{ path: 'sizeBytes', code: 'out_of_range', message: `must be from 1 to ${bytesMax}` }]),
  ];
  if (!format || fields.length > 0) {
    throw new DomainError('invalid', 'validation_failed', 'The file cannot be accepted', { fields });
  }
  return format;
}

/** What a browser or a script sends when it does not know. */
const UNTOLD = ['', 'application/octet-stream'];

/** The format that a photo is said to have; null when it is not said. */
export function photoFormat(contentType: string): ImageFormat | null {
  const format = FORMATS.find((known) => IMAGE_FORMATS[known].contentType === contentType);
  if (format || UNTOLD.includes(contentType)) return format ?? null;
  const field = { path: 'file', code: 'unsupported', message: `must be one of ${CONTENT_TYPES}` };
  throw new DomainError('invalid', 'validation_failed', 'The file cannot be accepted', { fields: [field] });
}

/** The format that a file turned out to have. */
export function mustBeImage({ format }: ImageInfo): ImageFormat {
  const known = FORMATS.find((one) => one === format);
  if (!known) throw notAnImage();
  return known;
}

export type ImageInfo = {
  format: string | undefined;
  widthPx: number;
  heightPx: number;
  /** As far as they are known. */
  frames?: number;
  isColourKnown?: boolean;
};

/** What the bytes turned out to be must be what was published, within the limits. */
export function mustBeAccepted(info: ImageInfo, declared: ImageFormat): void {
  const { format, widthPx, heightPx, frames = 1, isColourKnown = true } = info;
  if (!FORMATS.some((known) => known === format)) throw notAnImage();
  if (format !== declared) {
    throw new DomainError('invalid', 'format_mismatch', `The file is ${format}, but ${declared} was announced`);
  }
  if (frames > 1) throw new DomainError('invalid', 'animated', 'The image is animated: send a still one');
  if (!isColourKnown) {
    const advice = 'export it as sRGB, or with an ICC profile';
    throw new DomainError('invalid', 'unsupported_colour', `The colours of the image cannot be printed: ${advice}`);
  }
  if (Math.max(widthPx, heightPx) > SIDE_MAX_PX) {
    throw tooLarge(`${widthPx} x ${heightPx} px: no side may exceed ${SIDE_MAX_PX} px`);
  }
  if (widthPx * heightPx > AREA_MAX_PX) throw tooLarge(`${widthPx} x ${heightPx} px are over 100 megapixels`);
}

export const notAnImage = (): DomainError =>
  new DomainError('invalid', 'not_an_image', 'The file is not an intact PNG, JPEG or WebP image');

const tooLarge = (what: string) => new DomainError('invalid', 'image_too_large', `The image has ${what}`);

const CONTENT_TYPES = FORMATS.map((format) => IMAGE_FORMATS[format].contentType).join(', ');
