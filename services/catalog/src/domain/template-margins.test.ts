import { describe, expect, it } from 'vitest';
import { checkPrintMargins } from './template.ts';

describe('checkPrintMargins', () => {
  it.each<[number | null, number, number, string[]]>([
    [null, 0, 0, []],
    [300, 20, 20, []],
    [300, 20.1, 0, ['config.bleedMm out_of_range']],
    [300, 0, -0.1, ['config.safeMm out_of_range']],
    [300, Number.NaN, 1, ['config.bleedMm out_of_range']],
    [null, 1, 0, ['config.bleedMm print_width_required']],
    [null, 21, 2, ['config.bleedMm out_of_range', 'config.safeMm print_width_required']],
  ])('on a print of %p mm with %f and %f', (printWidthMm, bleedMm, safeMm, expected) => {
    const errors = checkPrintMargins({ printWidthMm, bleedMm, safeMm });

    expect(errors.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
  });
});
