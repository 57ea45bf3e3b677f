import { expect, it } from 'vitest';
import { dominantColor } from './dominant-color.ts';

const pixels = (...colours: [count: number, r: number, g: number, b: number, alpha: number][]) =>
  Uint8Array.from(colours.flatMap(([count, ...rgba]) => Array.from({ length: count }, () => rgba).flat()));

it.each([
  ['one colour', pixels([4, 18, 52, 86, 255]), '#123456'],
  ['the most frequent of two', pixels([3, 200, 0, 0, 255], [4, 0, 200, 0, 255]), '#00C800'],
  ['the average of similar ones', pixels([5, 64, 64, 64, 255], [5, 70, 66, 64, 255], [8, 200, 0, 0, 255]), '#434140'],
  ['what is visible, not the colour under transparency', pixels([90, 0, 0, 0, 0], [5, 240, 120, 30, 255]), '#F0781E'],
  ['the more opaque of two', pixels([5, 200, 0, 0, 60], [4, 0, 200, 0, 255]), '#00C800'],
  ['white when nothing is visible', pixels([9, 10, 20, 30, 0]), '#FFFFFF'],
])('takes %s', (_, rgba, color) => {
  expect(dominantColor(rgba)).toBe(color);
});
