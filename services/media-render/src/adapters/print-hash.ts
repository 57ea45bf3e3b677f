import { createHash } from 'node:crypto';
import type { PrintJob } from '../domain/print-job.ts';

/** Grows when prints themselves are made otherwise; what was made before stays. */
const PRINT_VERSION = 1;

/** Same digest, same print. */
export function printDigest({ artworkId, artworkVersion, placement, printArea }: PrintJob): string {
  const { x, y, scale, rotation } = placement;
  const { bounds, widthMm } = printArea;
  const area = [bounds.x, bounds.y, bounds.width, bounds.height, widthMm];
  const parts = [PRINT_VERSION, artworkId, artworkVersion, x, y, scale, rotation, ...area];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
