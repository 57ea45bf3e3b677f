import type { FieldError } from '@estampa/kernel/errors';
import { MIN_DPI_MAX, MIN_LINE_MAX_MM } from '@estampa/kernel/print-rules';

/** What the printer of a product type asks of artworks; null: the usual resolution, and nothing else. */
export type PrintRules = { minDpi: number | null; minLineMm: number | null; minInkOpacity: number | null };

const MAX = { minDpi: MIN_DPI_MAX, minLineMm: MIN_LINE_MAX_MM, minInkOpacity: 1 } satisfies Record<
  keyof PrintRules,
  number
>;

export const checkPrintRules = (rules: PrintRules): FieldError[] =>
  Object.entries(MAX).flatMap(([name, max]): FieldError[] => {
    const value = rules[name as keyof PrintRules];
    if (value === null || (value > 0 && value <= max)) return [];
    return [{ path: `printRules.${name}`, code: 'out_of_range', message: `must be more than 0 and at most ${max}` }];
  });
