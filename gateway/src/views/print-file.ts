import type { PrintFile } from '@estampa/contracts/media/v1/print_file';
import { z } from 'zod';
import type { View } from './view.ts';

const PRINTED = 'in millimetres; null where the template did not say';

export const PrintFileJson = z
  .object({
    surface: z.string().describe('Key of the surface in the product type; front for what was sold before surfaces'),
    name: z.string().describe('What people call the surface, as it was at checkout'),
    contentHash: z.string().nullable().describe('SHA-256 of the file, hex; null while it is being made'),
    sizeBytes: z.int().nullable().describe('Null while it is being made'),
    widthPx: z.int(),
    heightPx: z.int(),
    widthMm: z.number().nullable().describe(`How wide it is printed, bleed included, ${PRINTED}`),
    heightMm: z.number().nullable().describe(`How high it is printed, bleed included, ${PRINTED}`),
    dpi: z.int().nullable().describe('Its pixels on an inch of the product; null where its size is not known'),
    surfaceWidthMm: z
      .number()
      .nullable()
      .describe('What could be printed of the surface at checkout, in millimetres; null where it was not known'),
    surfaceHeightMm: z.number().nullable().describe('As surfaceWidthMm'),
  })
  .meta({ id: 'PrintFile' });

export const printFileView = (file: PrintFile): View<PrintFile, typeof PrintFileJson> => ({
  surface: file.surface,
  name: file.name,
  contentHash: file.contentHash ?? null,
  sizeBytes: file.sizeBytes ?? null,
  widthPx: file.widthPx,
  heightPx: file.heightPx,
  widthMm: file.widthMm ?? null,
  heightMm: file.heightMm ?? null,
  dpi: file.dpi ?? null,
  surfaceWidthMm: file.surfaceWidthMm ?? null,
  surfaceHeightMm: file.surfaceHeightMm ?? null,
});
