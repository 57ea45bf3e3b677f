import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { covers, TEXT_FONT_KEYS, type TextFont } from '@estampa/kernel/text-fonts';
import type { PlacedText } from '@estampa/kernel/text-layer';
import { describe, expect, it } from 'vitest';
import type { Coverage } from '../domain/filled-outline.ts';
import { drawnText } from './drawn-text.ts';
import { fontFile, textFont } from './text-font.ts';

const BOX = { x: 0.1, y: 0.25, width: 0.8, height: 0.5 };
const AREA = { x: 0, y: 0, width: 400, height: 300 };
const placed = (font: TextFont, given: Partial<PlacedText> = {}): PlacedText => ({
  text: 'Ação, fada!',
  font,
  color: '#000000',
  box: BOX,
  curve: 0,
  ...given,
});
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** No letter, and nothing that stands by itself. */
const UNPRINTED = /[\p{C}\p{M}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

describe.each(TEXT_FONT_KEYS)('the font %s', (font) => {
  it('is the file that its README names', async () => {
    const readme = await readFile(new URL('./fonts/README.md', import.meta.url), 'utf8');
    const row = readme.split('\n').find((one) => one.startsWith(`| \`${font}\``));
    expect(row).toContain(sha256(await readFile(fontFile(font))));
    expect(await readFile(new URL(`./fonts/${font}.OFL.txt`, import.meta.url), 'utf8')).toMatch(
      /SIL OPEN FONT LICENSE Version 1\.1/,
    );
  });

  it('has a glyph for exactly the characters that a text may hold', async () => {
    const parsed = await textFont(font);
    const points = Array.from({ length: 0x3000 }, (_, point) => String.fromCodePoint(point));
    const differing = points.filter(
      (character) => covers(font, character) !== (parsed.charToGlyphIndex(character) > 0 && !UNPRINTED.test(character)),
    );
    expect(differing).toEqual([]);
  });

  it.each([-120, 0, 60])('draws within its box, on an arc of %d degrees', async (curve) => {
    const { x, y, width, height, pixels } = await drawnText(placed(font, { curve }), AREA);
    expect(x).toBeGreaterThanOrEqual(40);
    expect(y).toBeGreaterThanOrEqual(75);
    expect(x + width).toBeLessThanOrEqual(360);
    expect(y + height).toBeLessThanOrEqual(225);
    expect(pixels.some((pixel) => pixel === 255)).toBe(true);
  });
});

/** The mean of each square of pixels, on all of the area, as shares of it. */
function reduced({ x, y, width, height, pixels }: Coverage, area: { width: number; height: number }, by: number) {
  const [columns, rows] = [area.width / by, area.height / by];
  const sums = new Float64Array(columns * rows);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      sums[Math.floor((y + row) / by) * columns + Math.floor((x + column) / by)]! += pixels[row * width + column]!;
  return sums.map((sum) => sum / by ** 2);
}

it('a text is the same at every resolution', async () => {
  const EIGHT = { ...AREA, width: 8 * AREA.width, height: 8 * AREA.height };
  for (const font of TEXT_FONT_KEYS) {
    const text = placed(font, { curve: 40 });
    const [small, large] = [await drawnText(text, AREA), await drawnText(text, EIGHT)];
    const [seen, printed] = [reduced(small, AREA, 1), reduced(large, EIGHT, 8)];
    const apart = seen.map((pixel, at) => Math.abs(pixel - printed[at]!));
    // Of 255, in the pixel where it differs most: half a line of sixteen at a level line, and as much at another.
    expect(Math.max(...apart)).toBeLessThan(16);
  }
});

it('a text is drawn as it was when it was sold', async () => {
  const drawn = await Promise.all(TEXT_FONT_KEYS.map((font) => drawnText(placed(font, { curve: -30 }), AREA)));
  const digests = drawn.map(({ pixels }, at) => [TEXT_FONT_KEYS[at], sha256(pixels).slice(0, 16)]);
  expect(Object.fromEntries(digests)).toEqual({
    anton: '1adafa8b86ee1fa7',
    caveat: 'c0c710d886aa71de',
    montserrat: '179310c21d6f9999',
    pacifico: '6aa05b94affc5a73',
    'playfair-display': 'bbf370b4237510b8',
  });
});
