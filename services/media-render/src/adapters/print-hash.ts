import { createHash } from 'node:crypto';
import type { PrintJob } from '../domain/print-job.ts';
import { profileDigestOf } from '../domain/storage-keys.ts';

/** Grows when prints themselves are made otherwise; what was made before stays. */
const PRINT_VERSION = 1;

/** Same digest, same print. */
export function printDigest({ artworkId, artworkVersion, placement, printArea, ...job }: PrintJob): string {
  const { format, text, pressProfile } = job;
  const { x, y, scale, rotation } = placement;
  const { bounds, widthMm, bleedMm = 0 } = printArea;
  const area = [bounds.x, bounds.y, bounds.width, bounds.height, widthMm];
  const parts: unknown[] = [PRINT_VERSION, artworkId, artworkVersion, x, y, scale, rotation, ...area];
  // That of the PNG is as it was before there were others, and that of a print without a text before there were texts.
  if (format) parts.push(format, ...(format === 'pdf' ? [bleedMm] : []));
  if (text) {
    const { box, curve } = text;
    parts.push([text.text, text.font, text.color, box.x, box.y, box.width, box.height, curve]);
  }
  // What it says, not where it lies: a profile that was uploaded twice prints the same.
  if (pressProfile !== undefined) parts.push({ pressProfile: profileDigestOf(pressProfile) });
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
