import { DomainError } from '@estampa/kernel/errors';
import type { Placement } from './placement.ts';
import type { PrintArea } from './print-quality.ts';

/**
 * What printers take: the image itself; a page with the boxes of its bleed and of what is left when it is trimmed; the inks of a press;
 * and where white ink lies under the image on dark cloth, as a plate of its own.
 */
export const PRINT_FORMATS = ['png', 'pdf', 'tiff', 'underbase'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];

type FileKind = { extension: string; contentType: string };
export const FILE_KINDS: Readonly<Record<PrintFormat, FileKind>> = {
  png: { extension: 'png', contentType: 'image/png' },
  pdf: { extension: 'pdf', contentType: 'application/pdf' },
  tiff: { extension: 'tiff', contentType: 'image/tiff' },
  underbase: { extension: 'png', contentType: 'image/png' },
};

/** All that a print is made from; the same for every item that was sold of it. */
export type PrintJob = {
  artworkId: string;
  artworkVersion: number;
  placement: Placement;
  printArea: PrintArea;
  /** PNG if absent. */
  format?: Exclude<PrintFormat, 'png'>;
};

/**
 * A print as it is stored. A replica of the version before makes a PNG of every print in which it finds an artwork. In another format
 * the artwork is one level further down, so that such a replica fails, and a newer one makes the file.
 */
export type StoredPrintJob = PrintJob | { format: NonNullable<PrintJob['format']>; png: PrintJob };

export const toStored = ({ format, ...png }: PrintJob): StoredPrintJob => (format ? { format, png } : png);

export const fromStored = (job: StoredPrintJob): PrintJob => ('png' in job ? { ...job.png, format: job.format } : job);

const isPrintFormat = (format: string): format is PrintFormat => PRINT_FORMATS.includes(format as PrintFormat);

export function mustBePrintFormat(format: string): PrintFormat {
  if (isPrintFormat(format)) return format;
  throw new DomainError('invalid', 'validation_failed', `format is one of ${PRINT_FORMATS.join(', ')}`);
}

/**
 * The same print in another format.
 *
 * @throws DomainError `print_size_unknown` for a page where the width of the print is not known.
 */
export function jobIn(format: PrintFormat, { printArea, ...job }: PrintJob, bleedMm: number): PrintJob {
  if (format === 'png') return { ...job, printArea };
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
