import { describe, expect, it } from 'vitest';
import type { FieldError } from './errors.ts';
import { covers, TEXT_FONT_KEYS } from './text-fonts.ts';
import {
  checkText,
  checkTextLayer,
  isSameTextLayer,
  placedText,
  TEXT_BOX_SIDE_MIN,
  TEXT_CHARACTERS_MAX,
  TEXT_COLORS_MAX,
  TEXT_CURVE_MAX,
  TEXT_UNITS_MAX,
  type TextLayer,
  type WantedText,
} from './text-layer.ts';

const LAYER: TextLayer = {
  fonts: ['anton', 'pacifico'],
  colors: ['#1F2A44', '#FFFFFF'],
  box: { x: 0.1, y: 0.7, width: 0.8, height: 0.2 },
  maxCharacters: 12,
  curve: 0,
  required: false,
};
const found = (errors: readonly FieldError[]) => errors.map(({ path, code }) => `${path} ${code}`);
const colors = (count: number) =>
  Array.from({ length: count }, (_, n) => `#${n.toString(16).toUpperCase().padStart(6, '0')}`);
const box = (x: number, y: number, width: number, height: number) => ({ box: { x, y, width, height } });
const LESS = 1e-6;

describe('a layer for texts', () => {
  it.each<[string, Partial<TextLayer>, string[]]>([
    ['as sellers make them', {}, []],
    ['every font', { fonts: TEXT_FONT_KEYS }, []],
    ['no font', { fonts: [] }, ['layer.fonts wrong_count']],
    ['a font twice', { fonts: ['anton', 'anton'] }, ['layer.fonts[1] duplicate']],
    ['an unknown font', { fonts: ['anton', 'toString' as 'anton'] }, ['layer.fonts[1] unknown_value']],
    ['no colour', { colors: [] }, ['layer.colors wrong_count']],
    ['as many colours as there may be', { colors: colors(TEXT_COLORS_MAX) }, []],
    ['one colour more', { colors: colors(TEXT_COLORS_MAX + 1) }, ['layer.colors wrong_count']],
    ['a colour twice', { colors: ['#000000', '#000000'] }, ['layer.colors[1] duplicate']],
    ['what is no colour', { colors: ['red'] }, ['layer.colors[0] unknown_value']],
    ['one character', { maxCharacters: 1 }, []],
    ['none', { maxCharacters: 0 }, ['layer.maxCharacters out_of_range']],
    ['the most characters', { maxCharacters: TEXT_CHARACTERS_MAX }, []],
    ['one character more', { maxCharacters: TEXT_CHARACTERS_MAX + 1 }, ['layer.maxCharacters out_of_range']],
    ['half a character', { maxCharacters: 1.5 }, ['layer.maxCharacters out_of_range']],
    ['the highest arch', { curve: TEXT_CURVE_MAX }, []],
    ['the deepest bowl', { curve: -TEXT_CURVE_MAX }, []],
    ['a circle that closes', { curve: TEXT_CURVE_MAX + LESS }, ['layer.curve out_of_range']],
    ['one the other way', { curve: -TEXT_CURVE_MAX - LESS }, ['layer.curve out_of_range']],
    ['no number', { curve: Number.NaN }, ['layer.curve out_of_range']],
    ['all of the print area', box(0, 0, 1, 1), []],
    ['its lower right', box(0.1, 0.7, 0.9, 0.3), []],
    ['the smallest box', box(1 - TEXT_BOX_SIDE_MIN, 0, TEXT_BOX_SIDE_MIN, TEXT_BOX_SIDE_MIN), []],
    ['too narrow a box', box(0, 0, TEXT_BOX_SIDE_MIN - LESS, 1), ['layer.box.width out_of_range']],
    ['too low a box', box(0, 0, 1, TEXT_BOX_SIDE_MIN - LESS), ['layer.box.height out_of_range']],
    ['a box to the left of it', box(-LESS, 0, 0.5, 0.5), ['layer.box.x out_of_range']],
    ['a box above it', box(0, -LESS, 0.5, 0.5), ['layer.box.y out_of_range']],
    ['a box that leaves it', box(0.5, 0, 0.5 + LESS, 0.5), ['layer.box outside_print_area']],
    ['one that leaves it below', box(0, 0.5, 0.5, 0.5 + LESS), ['layer.box outside_print_area']],
    ['no place', box(Number.NaN, 0, 0.5, 0.5), ['layer.box.x out_of_range']],
  ])('%s', (_name, change, expected) => {
    expect(found(checkTextLayer({ ...LAYER, ...change }, 'layer'))).toEqual(expected);
  });
});

it('a layer is the same in any order of its fields, and another with any of them changed', () => {
  const { box: where, ...rest } = LAYER;
  expect(isSameTextLayer(LAYER, { box: { ...where }, ...rest })).toBe(true);
  expect(isSameTextLayer(undefined, undefined)).toBe(true);
  expect(isSameTextLayer(LAYER, undefined)).toBe(false);
  const changes: Partial<TextLayer>[] = [
    { fonts: ['pacifico', 'anton'] },
    { colors: ['#1F2A44'] },
    { maxCharacters: 13 },
    { curve: 1 },
    { required: true },
    ...(['x', 'y', 'width', 'height'] as const).map((side) => ({ box: { ...where, [side]: 0.15 } })),
  ];
  for (const change of changes) expect(isSameTextLayer(LAYER, { ...LAYER, ...change })).toBe(false);
});

describe('a text of a buyer', () => {
  const inAnton = (text: string): WantedText => ({ surface: 'front', text });
  it.each<[string, string | WantedText, string[]]>([
    ['a name', 'João & Zoë', []],
    ['written with marks apart', 'Joa\u0303o', []],
    ['as long as it may be', 'M'.repeat(LAYER.maxCharacters), []],
    ['one character more', 'M'.repeat(LAYER.maxCharacters + 1), ['at.text too_big']],
    ['as long, with blanks around it', ` ${'M'.repeat(LAYER.maxCharacters)} `, []],
    ['a book', 'M'.repeat(TEXT_UNITS_MAX + 1), ['at.text too_big']],
    ['nothing', '', ['at.text too_small']],
    ['blanks', '   ', ['at.text too_small']],
    ['a line break', 'a\nb', ['at.text control_characters']],
    ['a tab', 'a\tb', ['at.text control_characters']],
    ['the end of a string in C', 'a\u0000b', ['at.text control_characters']],
    ['a control of the second range', 'a\u009bb', ['at.text control_characters']],
    ['a line separator', 'a\u2028b', ['at.text control_characters']],
    ['a right-to-left override', 'a\u202egnp', ['at.text control_characters']],
    ['a left-to-right embedding', 'a\u202ab', ['at.text control_characters']],
    ['an isolate', 'a\u2067b', ['at.text control_characters']],
    ['a mark of direction', 'a\u200fb', ['at.text control_characters']],
    ['a joiner', 'a\u200db', ['at.text control_characters']],
    ['a blank of no width', 'a\u200bb', ['at.text control_characters']],
    ['a soft hyphen', 'a\u00adb', ['at.text control_characters']],
    ['a Hangul filler', 'a\u3164b', ['at.text control_characters']],
    ['a private character', 'a\ue000b', ['at.text control_characters']],
    ['half a character', 'a\ud83d', ['at.text control_characters']],
    ['a tag', 'a\u{e0041}', ['at.text control_characters']],
    ['Hebrew', 'שלום', ['at.text right_to_left']],
    ['Arabic', 'سلام', ['at.text right_to_left']],
    ['an Arabic presentation form', '\ufdf2', ['at.text right_to_left']],
    ['Adlam', '\u{1e900}', ['at.text right_to_left']],
    ['a letter of Łódź', 'Łódź', ['at.text missing_glyph']],
    ['Cyrillic', 'Привет', ['at.text missing_glyph']],
    ['an emoji', 'Oi 🙂', ['at.text missing_glyph']],
    ['a mark that joins nothing', 'x\u0323', ['at.text missing_glyph']],
    ['a wide blank', 'a\u3000b', ['at.text missing_glyph']],
    ['a font that is offered', { ...inAnton('Oi'), font: 'pacifico', color: '#FFFFFF' }, []],
    ['one that is not', { ...inAnton('Oi'), font: 'caveat' }, ['at.font unknown_value']],
    [
      'no font and no colour',
      { ...inAnton('Oi'), font: '', color: '' },
      ['at.font unknown_value', 'at.color unknown_value'],
    ],
    ['a colour that is not offered', { ...inAnton('Oi'), color: '#000000' }, ['at.color unknown_value']],
  ])('%s', (_name, given, expected) => {
    const text = typeof given === 'string' ? inAnton(given) : given;
    expect(found(checkText(text, LAYER, 'at'))).toEqual(expected);
  });

  it('names what cannot be printed by its code points, and not too many', () => {
    const [rejected] = checkText(inAnton('Łódź ЖЖИКЛ'), LAYER, 'at');
    expect(rejected!.message).toBe('Anton cannot print U+0141, U+017A, U+0416, U+0418, U+041A and more');
  });

  it('is printed trimmed and composed, in the first font and colour unless it names others', () => {
    const { box: where, curve } = LAYER;
    expect(placedText(inAnton(' Joa\u0303o '), LAYER)).toEqual({
      text: 'João',
      font: 'anton',
      color: '#1F2A44',
      box: where,
      curve,
    });
    const other = { ...inAnton('Oi'), font: 'pacifico', color: '#FFFFFF' };
    expect(placedText(other, LAYER)).toMatchObject({ font: 'pacifico', color: '#FFFFFF' });
  });
});

it('each font has what Portuguese, Spanish and French are written in', () => {
  const letters = 'áàâãäçéèêëíîïñóôõöúùûüÿœæ ÁÀÂÃÄÇÉÈÊËÍÎÏÑÓÔÕÖÚÙÛÜŒÆ ¡¿«»“”‘’–—…·ªº°€';
  for (const font of TEXT_FONT_KEYS) expect(Array.from(letters).filter((letter) => !covers(font, letter))).toEqual([]);
});
