import { describe, expect, it } from 'vitest';
import { fitWarnings, inkArea, printedArea } from './print-margins.ts';

/** 200 x 100 px of the source image, on 100 mm: 2 px a millimetre. */
const NONE = { printArea: { x: 100, y: 50, width: 200, height: 100 }, printWidthMm: 100, bleedMm: 0, safeMm: 0 };
const BLED = { x: 94, y: 44, width: 212, height: 112 };

it.each([
  ['is the print area without a bleed', {}, { bounds: NONE.printArea, widthMm: 100 }],
  ['has the bleed on every side', { bleedMm: 3 }, { bounds: BLED, widthMm: 106, bleedMm: 3 }],
  [
    'is the print area where no scale is known',
    { bleedMm: 3, printWidthMm: null },
    { bounds: NONE.printArea, widthMm: null },
  ],
])('what is printed %s', (_what, margins, area) => {
  expect(printedArea({ ...NONE, ...margins })).toEqual(area);
});

it.each([
  ['where it is printed, when a bleed is declared', { bleedMm: 3 }, BLED],
  ['as far as an artwork may overflow, when none is', { safeMm: 3 }, { x: 90, y: 45, width: 220, height: 110 }],
])('a mockup shows ink %s', (_what, margins, area) => {
  expect(inkArea({ ...NONE, ...margins })).toEqual(area);
});

describe('the safe line', () => {
  const SAFE = { x: 110, y: 60, width: 180, height: 80 };
  const BEYOND = ['outside_safe_area'];

  it.each([
    ['is not drawn without a margin', NONE.printArea, { safeMm: 0 }, []],
    ['is not drawn where no scale is known', NONE.printArea, { printWidthMm: null }, []],
    ['is kept by what ends at it', SAFE, {}, []],
    ['is crossed on the left', { ...SAFE, x: 109.99 }, {}, BEYOND],
    ['is crossed at the top', { ...SAFE, y: 59.99 }, {}, BEYOND],
    ['is crossed on the right', { ...SAFE, width: 180.01 }, {}, BEYOND],
    ['is crossed at the bottom', { ...SAFE, height: 80.01 }, {}, BEYOND],
    ['leaves nothing where the margins meet', SAFE, { safeMm: 60 }, BEYOND],
  ])('%s', (_what, artwork, margins, expected) => {
    expect(fitWarnings(artwork, { ...NONE, safeMm: 5, ...margins })).toEqual(expected);
  });
});
