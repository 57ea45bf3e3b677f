import { DomainError } from '@estampa/kernel/errors';
import { PRINT_FORMAT_NAMES, type PrintFormat } from '@estampa/kernel/print-formats';
import type { PlacedText } from '@estampa/kernel/text-layer';
import type { Placement } from './placement.ts';
import type { PrintArea } from './print-quality.ts';

/** All that a print is made from; the same for every item that was sold of it. */
export type PrintJob = {
  artworkId: string;
  artworkVersion: number;
  placement: Placement;
  printArea: PrintArea;
  /** PNG if absent. */
  format?: Exclude<PrintFormat, 'png'>;
  /** What lies on top; its box in parts of all that is printed, bleed included. */
  text?: PlacedText;
  /** There was one, and its buyer's data was erased: the digest of the PNG. What is made stays, and nothing can be made again. */
  erased?: string;
  /** What a TIFF is printed with, in storage; the built-in profile if absent. */
  pressProfile?: string;
};

/**
 * A print as it is stored. A replica of the version before makes a PNG of every print in which it finds an artwork. In another format
 * the artwork is one level further down, so that such a replica fails, and a newer one makes the file.
 */
export type StoredPrintJob =
  | PrintJob
  | { format: NonNullable<PrintJob['format']>; png: PrintJob }
  | (Further & { plain: PrintJob })
  | (Further & { pressProfile: string; onPress: PrintJob });
type Further = Pick<PrintJob, 'format' | 'text' | 'erased'>;

/** With a text it lies under another name, and with a profile under a third, so that a replica which knows formats alone fails too. */
export function toStored({ format, text, erased, pressProfile, ...job }: PrintJob): StoredPrintJob {
  const further = { ...(format && { format }), ...(text && { text }), ...(erased && { erased }) };
  if (pressProfile !== undefined) return { ...further, pressProfile, onPress: job };
  if (text || erased) return { ...further, plain: job };
  return format ? { format, png: job } : job;
}

export function fromStored(job: StoredPrintJob): PrintJob {
  if ('onPress' in job) {
    const { onPress, ...stored } = job;
    return { ...onPress, ...stored };
  }
  if ('plain' in job) {
    const { plain, ...stored } = job;
    return { ...plain, ...stored };
  }
  return 'png' in job ? { ...job.png, format: job.format } : job;
}

export function mustBePrintFormat(format: string): PrintFormat {
  const known = PRINT_FORMAT_NAMES.find((name) => name === format);
  if (known) return known;
  throw new DomainError('invalid', 'validation_failed', `format is one of ${PRINT_FORMAT_NAMES.join(', ')}`);
}

/** What was recorded with the item beside its print. */
type Recorded = { bleedMm: number; pressProfile: string | null };

/**
 * The same print in another format.
 *
 * @throws DomainError `print_size_unknown` for a page where the width of the print is not known.
 */
export function jobIn(
  format: PrintFormat,
  { printArea, ...job }: PrintJob,
  { bleedMm, pressProfile }: Recorded,
): PrintJob {
  if (format === 'png') return { ...job, printArea };
  if (format === 'tiff' && pressProfile !== null) return { ...job, printArea, format, pressProfile };
  if (format !== 'pdf') return { ...job, printArea, format };
  if (printArea.widthMm === null) {
    throw new DomainError(
      'conflict',
      'print_size_unknown',
      'A page has a size in millimetres, and the template had no printWidthMm when this was sold; ask for png or tiff',
    );
  }
  return { ...job, printArea: { ...printArea, bleedMm }, format };
}
