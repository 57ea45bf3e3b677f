import { MIN_DPI, MIN_DPI_MAX, MIN_LINE_MAX_MM } from '@estampa/kernel/print-rules';
import { z } from 'zod';
import { withoutNulls } from '../http/without-nulls.ts';

/** What artworks are looked at for before they are printed. */
export const newPrintRules = z
  .object({
    minDpi: z
      .int()
      .min(1)
      .max(MIN_DPI_MAX)
      .nullish()
      .describe(`Pixels of the artwork on an inch of the product; ${MIN_DPI} when left out`),
    minLineMm: z
      .number()
      .positive()
      .max(MIN_LINE_MAX_MM)
      .nullish()
      .describe('How thin lines may be on the product; not looked at when left out'),
    minInkOpacity: z
      .number()
      .positive()
      .max(1)
      .nullish()
      .describe('How faint ink may be, away from edges; not looked at when left out'),
  })
  .meta({
    id: 'NewPrintRules',
    description:
      'What the printer asks of artworks. Whatever does not meet it is a warning of the product, and can be sold',
  });

export const printRules = (rules: z.output<typeof newPrintRules> | null | undefined) => rules && withoutNulls(rules);
