import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { TextFont } from '@estampa/kernel/text-fonts';
import type { Point } from '../domain/geometry.ts';
import type { Glyph, Line, Stroke } from '../domain/text-layout.ts';

/** What we use of the library: its types of DefinitelyTyped bring those of browsers along. */
type PathCommand =
  | { type: 'M'; x: number; y: number }
  | { type: 'L'; x: number; y: number }
  | { type: 'Q'; x: number; y: number; x1: number; y1: number }
  | { type: 'C'; x: number; y: number; x1: number; y1: number; x2: number; y2: number }
  | { type: 'Z' };
type FontGlyph = { path: { commands: PathCommand[] }; advanceWidth?: number };
type Font = {
  unitsPerEm: number;
  ascender: number;
  descender: number;
  charToGlyphIndex(character: string): number;
  stringToGlyphs(text: string): FontGlyph[];
  getKerningValue(left: FontGlyph, right: FontGlyph): number;
};
const opentype = createRequire(import.meta.url)('opentype.js') as { parse(file: ArrayBufferLike): Font };

/** Parsed once; all of them are some 200 KB. */
const fonts = new Map<TextFont, Promise<Font>>();

export const fontFile = (key: TextFont): URL => new URL(`./fonts/${key}.woff`, import.meta.url);

export function textFont(key: TextFont): Promise<Font> {
  const known = fonts.get(key) ?? parsed(key);
  fonts.set(key, known);
  return known;
}

async function parsed(key: TextFont): Promise<Font> {
  const { buffer, byteOffset, byteLength } = await readFile(fontFile(key));
  return opentype.parse(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** A checked text in glyphs of its font, with ligatures and kerning. */
export async function lineOf(text: string, key: TextFont): Promise<Line> {
  const font = await textFont(key);
  const perUnit = 1 / font.unitsPerEm;
  const found = font.stringToGlyphs(text);
  const glyphs = found.map((glyph, at): Glyph => {
    const next = found[at + 1];
    return {
      strokes: glyph.path.commands.flatMap((command) => strokeOf(command, perUnit)),
      advance: (glyph.advanceWidth ?? 0) * perUnit,
      kerning: next ? font.getKerningValue(glyph, next) * perUnit : 0,
    };
  });
  return { glyphs, ascent: font.ascender * perUnit, descent: -font.descender * perUnit };
}

/** Outlines close by themselves. */
function strokeOf(command: PathCommand, perUnit: number): Stroke[] {
  if (command.type === 'Z') return [];
  const at = (x: number, y: number): Point => ({ x: x * perUnit, y: -y * perUnit });
  const end = at(command.x, command.y);
  if (command.type === 'M') return [{ kind: 'move', points: [end] }];
  if (command.type === 'L') return [{ kind: 'line', points: [end] }];
  const first = at(command.x1, command.y1);
  if (command.type === 'Q') return [{ kind: 'bend', points: [first, end] }];
  return [{ kind: 'curve', points: [first, at(command.x2, command.y2), end] }];
}
