import type { PrintFile } from '@estampa/contracts/media/v1/print_file';
import type { AllFields } from '@estampa/kernel/all-fields';
import { FRONT, FRONT_NAME } from '@estampa/kernel/product-surfaces';
import type { PrintOfItem } from '../db/print-file-repository.ts';
import { printedSize } from '../domain/print-plan.ts';

export function printFileMessage(print: PrintOfItem): AllFields<PrintFile> {
  const { canvas, widthMm, heightMm, dpi } = printedSize(print.job);
  return {
    surface: print.surface ?? FRONT,
    name: print.name ?? FRONT_NAME,
    sizeBytes: print.sizeBytes ?? undefined,
    contentHash: print.contentHash ?? undefined,
    widthPx: canvas.width,
    heightPx: canvas.height,
    widthMm: widthMm ?? undefined,
    heightMm: heightMm ?? undefined,
    dpi: dpi ?? undefined,
    surfaceWidthMm: print.widthMm ?? undefined,
    surfaceHeightMm: print.heightMm ?? undefined,
  };
}
