import type { Rectangle, Size } from './geometry.ts';
import type { InkInspection } from './ink-inspection.ts';
import { boundsOfPlaced, type Placement } from './placement.ts';
import { fitWarnings, type PrintMargins } from './print-margins.ts';

/** What the printer of a product type asks of ink; null where it does not matter. */
export type PrintRules = { minLineMm: number | null; minInkOpacity: number | null };

export type PrintFinding =
  | { code: 'thin_lines'; thinnestMm: number }
  | { code: 'faint_ink'; share: number }
  | { code: 'outside_safe_area' };

/** Fewer pixels than these, in a row or not, are dust. */
const THIN_PIXELS_MIN = 24;
/** Of all ink. */
const FAINT_SHARE_MIN = 0.005;
const OPAQUE = 255;

type Placed = { original: Size; placement: Placement; area: PrintMargins };

/** What prints badly of an artwork as it is placed. None of it keeps anybody from selling it. */
export function printFindings(ink: InkInspection, placed: Placed, rules: PrintRules): PrintFinding[] {
  if (ink.bounds === null) return [];
  const thinnest = thinnestLine(ink, mmPerPixel(ink, placed));
  const share = faintShare(ink, rules.minInkOpacity ?? 0);
  return [
    ...(thinnest !== null && rules.minLineMm !== null && thinnest < rules.minLineMm
      ? [{ code: 'thin_lines' as const, thinnestMm: thinnest }]
      : []),
    ...(share >= FAINT_SHARE_MIN ? [{ code: 'faint_ink' as const, share }] : []),
    ...fitWarnings(boundsOfInk(ink.bounds, ink, placed), placed.area).map((code) => ({ code })),
  ];
}

/** How long a pixel of the file that was looked at is on the product; null where that is not known. */
export function mmPerPixel(file: Size, { original, placement, area }: Placed): number | null {
  const { printArea, printWidthMm } = area;
  if (printWidthMm === null) return null;
  return (placement.scale * (original.width / file.width) * printWidthMm) / printArea.width;
}

/** In whole hundredths of a millimetre. */
function thinnestLine({ widths }: InkInspection, mm: number | null): number | null {
  if (mm === null) return null;
  let seen = 0;
  const width = widths.findIndex((count) => (seen += count) >= THIN_PIXELS_MIN);
  return width < 0 ? null : Math.round(width * mm * 100) / 100;
}

function faintShare({ alphas }: InkInspection, minOpacity: number): number {
  const total = alphas.reduce((sum, count) => sum + count, 0);
  const faint = alphas.subarray(0, Math.ceil(minOpacity * OPAQUE)).reduce((sum, count) => sum + count, 0);
  return total === 0 ? 0 : faint / total;
}

/** The upright box around the ink as it lies on the template; it is turned about the middle of the whole artwork. */
function boundsOfInk(ink: Rectangle, file: Size, { original, placement }: Placed): Rectangle {
  const perPixel = (placement.scale * original.width) / file.width;
  const size = { width: ink.width * perPixel, height: ink.height * perPixel };
  const angle = (placement.rotation * Math.PI) / 180;
  const [right, down] = [
    (ink.x + ink.width / 2 - file.width / 2) * perPixel,
    (ink.y + ink.height / 2 - file.height / 2) * perPixel,
  ];
  const flat = boundsOfPlaced(original, { ...placement, rotation: 0 });
  const centre = {
    x: flat.x + flat.width / 2 + right * Math.cos(angle) - down * Math.sin(angle),
    y: flat.y + flat.height / 2 + right * Math.sin(angle) + down * Math.cos(angle),
  };
  return boundsOfPlaced(size, {
    x: centre.x - size.width / 2,
    y: centre.y - size.height / 2,
    scale: 1,
    rotation: placement.rotation,
  });
}
