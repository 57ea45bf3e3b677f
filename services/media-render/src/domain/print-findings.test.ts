import { expect, it } from 'vitest';
import { inspectInk } from './ink-inspection.ts';
import { printFindings } from './print-findings.ts';

const FILE = { width: 200, height: 200 };
/** 2,000 px of the original lie on 200 px of the template, which are 100 mm. */
const ORIGINAL = { width: 2_000, height: 2_000 };
const AREA = {
  printArea: { x: 100, y: 100, width: 200, height: 200 },
  printWidthMm: 100,
  bleedMm: 0,
  safeMm: 5,
};
const CENTRED = { x: 100, y: 100, scale: 0.1, rotation: 0 };
const RULES = { minLineMm: 1.5, minInkOpacity: 0.5 };
const NONE = { minLineMm: null, minInkOpacity: null };

type Box = { x: number; y: number; width: number; height: number; alpha?: number };

function inkOf(...boxes: Box[]) {
  const pixels = new Uint8Array(FILE.width * FILE.height);
  for (const { x, y, width, height, alpha = 255 } of boxes)
    for (let row = y; row < y + height; row += 1)
      pixels.fill(alpha, row * FILE.width + x, row * FILE.width + x + width);
  return inspectInk({ ...FILE, pixels });
}

const LINE = { x: 20, y: 20, width: 2, height: 150 };
const BLOCK = { x: 40, y: 40, width: 100, height: 100 };
const VEIL = { ...BLOCK, alpha: 60 };

it.each([
  ['a line of 1 mm', [LINE, BLOCK], {}, RULES, [{ code: 'thin_lines', thinnestMm: 1 }]],
  ['a line that is printed twice as large', [LINE, BLOCK], { x: 0, y: 0, scale: 0.2 }, RULES, ['outside_safe_area']],
  ['a line where nobody asks', [LINE, BLOCK], {}, NONE, []],
  ['a block', [BLOCK], {}, RULES, []],
  ['faint ink', [VEIL], {}, RULES, [{ code: 'faint_ink', share: 1 }]],
  ['faint ink where nobody asks', [VEIL], {}, NONE, []],
  ['ink near the border, though the artwork lies inside', [{ ...BLOCK, x: 5 }], {}, NONE, ['outside_safe_area']],
  ['ink that is turned there', [{ ...BLOCK, x: 5, width: 30 }], { rotation: 90 }, NONE, ['outside_safe_area']],
  ['no ink', [], {}, RULES, []],
])('%s', (_what, boxes, placed, rules, expected) => {
  const placement = { ...CENTRED, ...placed };
  const found = printFindings(inkOf(...boxes), { original: ORIGINAL, placement, area: AREA }, rules);
  expect(found).toEqual(expected.map((one) => (typeof one === 'string' ? { code: one } : one)));
});

it('looks at no lengths where the size of the print is not known', () => {
  const area = { ...AREA, printWidthMm: null };
  expect(printFindings(inkOf(LINE), { original: ORIGINAL, placement: CENTRED, area }, RULES)).toEqual([]);
});
