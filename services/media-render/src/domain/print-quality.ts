import type { Rectangle } from './geometry.ts';

/** Where a template is printed, in pixels of its source image, how wide that is on the product, and how much of it is bleed. */
export type PrintArea = { bounds: Rectangle; widthMm: number | null; bleedMm?: number };

const MM_PER_INCH = 25.4;

/** Pixels of the artwork on an inch of the product, where its size there is known; what is begun does not count. */
export function effectiveDpi({ bounds, widthMm }: PrintArea, { scale }: { scale: number }): number | null {
  if (widthMm === null) return null;
  const pixelsOfArtwork = bounds.width / scale;
  return Math.floor((pixelsOfArtwork / widthMm) * MM_PER_INCH + EPSILON);
}

/** So that floating-point errors do not cost a dot. */
const EPSILON = 1e-9;
