import { expect, it } from 'vitest';
import { checkPrintRules } from './print-rules.ts';

const NONE = { minDpi: null, minLineMm: null, minInkOpacity: null };

it.each([
  [NONE, []],
  [{ minDpi: 300, minLineMm: 0.25, minInkOpacity: 1 }, []],
  [{ ...NONE, minDpi: 0 }, ['printRules.minDpi']],
  [
    { minDpi: 1_201, minLineMm: -1, minInkOpacity: 1.1 },
    ['minDpi', 'minLineMm', 'minInkOpacity'].map((one) => `printRules.${one}`),
  ],
])('rules %j are wrong in %j', (rules, paths) => {
  expect(checkPrintRules(rules).map(({ path }) => path)).toEqual(paths);
});
