import type { Rectangle } from './geometry.ts';
import { withBleed } from './placement.ts';
import type { PrintArea } from './print-quality.ts';

/** A print area with its margins on the product; 0 where the template declares none. */
export type PrintMargins = {
  printArea: Rectangle;
  /** Millimetres; null where it is not known, which is how large a margin is in pixels. */
  printWidthMm: number | null;
  bleedMm: number;
  safeMm: number;
};

/** What is printed, and how wide that is: the print area with the bleed that the template declares on every side. */
export function printedArea({ printArea, printWidthMm, bleedMm }: PrintMargins): PrintArea {
  if (bleedMm === 0 || printWidthMm === null) return { bounds: printArea, widthMm: printWidthMm };
  const bleedPx = (bleedMm * printArea.width) / printWidthMm;
  return { bounds: grown(printArea, bleedPx), widthMm: printWidthMm + 2 * bleedMm, bleedMm };
}

/** Where a mockup shows ink: where it is printed; without a declared bleed as far as an artwork may overflow. */
export const inkArea = (margins: PrintMargins): Rectangle =>
  margins.bleedMm > 0 ? printedArea(margins).bounds : withBleed(margins.printArea);

/** Null where none is declared. */
export const safeArea = ({ printArea, printWidthMm, safeMm }: PrintMargins): Rectangle | null =>
  safeMm === 0 || printWidthMm === null ? null : grown(printArea, (-safeMm * printArea.width) / printWidthMm);

type FitWarning = 'outside_safe_area';

/** What an artwork that fits may still suffer from: beyond the safe line it can be cut off. */
export function fitWarnings(artworkBounds: Rectangle, margins: PrintMargins): FitWarning[] {
  const safe = safeArea(margins);
  if (!safe) return [];
  const isOutside =
    artworkBounds.x < safe.x - EPSILON_PX ||
    artworkBounds.y < safe.y - EPSILON_PX ||
    artworkBounds.x + artworkBounds.width > safe.x + safe.width + EPSILON_PX ||
    artworkBounds.y + artworkBounds.height > safe.y + safe.height + EPSILON_PX;
  return isOutside ? ['outside_safe_area'] : [];
}

/** Below what is visible, so that floating-point errors do not decide. */
const EPSILON_PX = 1e-6;

export const grown = ({ x, y, width, height }: Rectangle, by: number): Rectangle => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
