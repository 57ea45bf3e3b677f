import type { PlacedText } from '@estampa/kernel/text-layer';
import { expect, it } from 'vitest';
import { textOnPrint } from './text-on-print.ts';

const TEXT: PlacedText = {
  text: 'João',
  font: 'anton',
  color: '#1F2A44',
  box: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 },
  curve: 0,
};
/** 100 x 50 mm, and 10 mm of bleed around it. */
const BOUNDS = { x: 40, y: 20, width: 240, height: 140 };

it.each([
  ['lies where it is on the area', { bounds: BOUNDS, widthMm: 120, bleedMm: 10 }, [70, 70, 100, 50]],
  ['is on all of a print without bleed', { bounds: BOUNDS, widthMm: 120 }, [60, 70, 120, 70]],
  ['is on all of it where its size is not known', { bounds: BOUNDS, widthMm: null, bleedMm: 10 }, [60, 70, 120, 70]],
])('the box of a text %s', (_name, area, [x, y, width, height]) => {
  const { box, ...rest } = textOnPrint(TEXT, area);
  expect(rest).toEqual({ text: 'João', font: 'anton', color: '#1F2A44', curve: 0 });
  expect(box.x * BOUNDS.width).toBeCloseTo(x!, 9);
  expect(box.y * BOUNDS.height).toBeCloseTo(y!, 9);
  expect(box.width * BOUNDS.width).toBeCloseTo(width!, 9);
  expect(box.height * BOUNDS.height).toBeCloseTo(height!, 9);
});
