/**
 * What printers take of what was sold: the image itself; a page with the boxes of its bleed and of what is left when it is trimmed; the
 * inks of a press; and where white ink lies under the image on dark cloth, as a plate of its own.
 */
export const PRINT_FORMATS = {
  png: { contentType: 'image/png', extension: 'png' },
  pdf: { contentType: 'application/pdf', extension: 'pdf' },
  tiff: { contentType: 'image/tiff', extension: 'tiff' },
  underbase: { contentType: 'image/png', extension: 'png' },
} as const;
export type PrintFormat = keyof typeof PRINT_FORMATS;

export const PRINT_FORMAT_NAMES = Object.keys(PRINT_FORMATS) as PrintFormat[];
