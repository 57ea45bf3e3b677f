import { createHash } from 'node:crypto';
import type { PrintJob } from '../domain/print-job.ts';

/** Grows when prints themselves are made otherwise; what was made before stays. */
const PRINT_VERSION = 1;

/** Same digest, same print. */
export function printDigest({ artworkId, artworkVersion, placement, printArea, format }: PrintJob): string {
  const { x, y, scale, rotation } = placement;
  const { bounds, widthMm, bleedMm = 0 } = printArea;
  const area = [bounds.x, bounds.y, bounds.width, bounds.height, widthMm];
  const parts = [PRINT_VERSION, artworkId, artworkVersion, x, y, scale, rotation, ...area];
  // That of the PNG is as it was before there were others.
  if (format) parts.push(format, ...(format === 'pdf' ? [bleedMm] : []));
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
