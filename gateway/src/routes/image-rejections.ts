import type { CodeOf } from '../http/problem-codes.ts';

/** Of a file that is no image that can be used. */
export const IMAGE_REJECTIONS = [
  'format_mismatch',
  'not_an_image',
  'animated',
  'unsupported_colour',
  'image_too_large',
] as const satisfies readonly CodeOf<400>[];

/** Of an upload that is to be taken into use as an image. */
export const UPLOADED_IMAGE_REJECTIONS = [
  'unknown_reference',
  'file_not_found',
  'upload_expired',
  'size_mismatch',
  ...IMAGE_REJECTIONS,
] as const satisfies readonly CodeOf<400>[];
