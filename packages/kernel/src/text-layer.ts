import type { FieldError } from './errors.ts';
import { covers, isTextFont, TEXT_FONT_KEYS, TEXT_FONTS, type TextFont } from './text-fonts.ts';

/** Where on a surface of a product buyers may have words of their own printed, and what they may choose. */
export type TextLayer = {
  /** The first is that of a buyer who chooses none, as is the first colour. */
  fonts: readonly TextFont[];
  /** `#RRGGBB`, in capitals. */
  colors: readonly string[];
  box: TextBox;
  maxCharacters: number;
  /** Degrees of the arc that a text lies on: above 0 its middle is highest, below 0 lowest; 0 is a straight line. */
  curve: number;
  /** Whether nothing is sold without a text. */
  required: boolean;
};

/** In parts of the print area, from 0 to 1, bleed aside. A text is as large as fits, in the middle. */
export type TextBox = { x: number; y: number; width: number; height: number };

/** Words of a buyer, as they are drawn. */
export type PlacedText = { text: string; font: TextFont; color: string; box: TextBox; curve: number };

/** What a buyer wants on one surface. */
export type WantedText = { surface: string; text: string; font?: string | undefined; color?: string | undefined };

export const TEXT_CHARACTERS_MAX = 60;
export const TEXT_COLORS_MAX = 24;
export const TEXT_BOX_SIDE_MIN = 0.02;
export const TEXT_CURVE_MAX = 180;
/** Before it is looked at closely: what is longer is no text of a buyer, however it is counted. */
export const TEXT_UNITS_MAX = 4 * TEXT_CHARACTERS_MAX;
const COLOR = /^#[0-9A-F]{6}$/;
/** So that 0.1 + 0.9 is no more than 1. */
const EPSILON = 1e-9;

export function isSameTextLayer(one: TextLayer | undefined, other: TextLayer | undefined): boolean {
  const parts = [one, other].map((layer) => layer && JSON.stringify(partsOf(layer)));
  return parts[0] === parts[1];
}

const partsOf = ({ fonts, colors, box, maxCharacters, curve, required }: TextLayer) => {
  const { x, y, width, height } = box;
  return [fonts, colors, maxCharacters, curve, required, x, y, width, height];
};

/** What is wrong with a layer of a seller, at `path`. */
export function checkTextLayer(layer: TextLayer, path: string): FieldError[] {
  const { fonts, colors, maxCharacters, curve } = layer;
  return [
    ...checkChoices(fonts, `${path}.fonts`, {
      max: TEXT_FONT_KEYS.length,
      is: isTextFont,
      message: `must be one of ${TEXT_FONT_KEYS.join(', ')}`,
    }),
    ...checkChoices(colors, `${path}.colors`, {
      max: TEXT_COLORS_MAX,
      is: (color) => COLOR.test(color),
      message: 'must be a color such as #1F2A44',
    }),
    ...checkBox(layer.box, `${path}.box`),
    ...(Number.isInteger(maxCharacters) && maxCharacters >= 1 && maxCharacters <= TEXT_CHARACTERS_MAX
      ? []
      : [error(`${path}.maxCharacters`, 'out_of_range', `must be from 1 to ${TEXT_CHARACTERS_MAX}`)]),
    ...(Math.abs(curve) <= TEXT_CURVE_MAX
      ? []
      : [error(`${path}.curve`, 'out_of_range', `must be from -${TEXT_CURVE_MAX} to ${TEXT_CURVE_MAX}`)]),
  ];
}

type Choices = { max: number; is: (one: string) => boolean; message: string };

function checkChoices(list: readonly string[], path: string, { max, is, message }: Choices): FieldError[] {
  if (list.length === 0 || list.length > max) return [error(path, 'wrong_count', `must be 1 to ${max}`)];
  return list.flatMap((one, index) => {
    if (!is(one)) return [error(`${path}[${index}]`, 'unknown_value', message)];
    return list.indexOf(one) < index ? [error(`${path}[${index}]`, 'duplicate', 'is given twice')] : [];
  });
}

function checkBox({ x, y, width, height }: TextBox, path: string): FieldError[] {
  const sides = [
    { side: 'x', at: x, least: 0, most: 1 },
    { side: 'y', at: y, least: 0, most: 1 },
    { side: 'width', at: width, least: TEXT_BOX_SIDE_MIN, most: 1 },
    { side: 'height', at: height, least: TEXT_BOX_SIDE_MIN, most: 1 },
  ].flatMap(({ side, at, least, most }) =>
    at >= least && at <= most ? [] : [error(`${path}.${side}`, 'out_of_range', `must be from ${least} to ${most}`)],
  );
  if (sides.length > 0) return sides;
  const isInside = x + width <= 1 + EPSILON && y + height <= 1 + EPSILON;
  return isInside ? [] : [error(path, 'outside_print_area', 'must lie inside the print area')];
}

/** As it is checked, counted and printed. */
const plainText = (text: string): string => text.normalize('NFC').trim();

/** Every control, format and private character, with those that turn what follows or show nothing. */
const CONTROLS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** The blocks of scripts that are written from right to left, with their presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Also half of a character: what no printed text holds, whatever its font. */
export const hasControlCharacters = (text: string): boolean => !text.isWellFormed() || CONTROLS.test(text);

/** What is wrong with a text for the layer of its surface, at `path`; nothing of it is repeated in the message but code points. */
export function checkText({ text, font, color }: WantedText, layer: TextLayer, path: string): FieldError[] {
  const chosen = font ?? layer.fonts[0]!;
  return [
    ...(layer.fonts.some((one) => one === chosen)
      ? checkWords(text, { ...layer, font: chosen as TextFont }, `${path}.text`)
      : [error(`${path}.font`, 'unknown_value', `must be one of ${layer.fonts.join(', ')}`)]),
    ...(color === undefined || layer.colors.includes(color)
      ? []
      : [error(`${path}.color`, 'unknown_value', `must be one of ${layer.colors.join(', ')}`)]),
  ];
}

type Words = Pick<TextLayer, 'maxCharacters'> & { font: TextFont };

function checkWords(text: string, { font, maxCharacters }: Words, path: string): FieldError[] {
  const tooLong = error(path, 'too_big', `takes at most ${maxCharacters} characters`);
  if (text.length > TEXT_UNITS_MAX) return [tooLong];
  if (hasControlCharacters(text)) return [error(path, 'control_characters', 'must not hold control characters')];
  if (RIGHT_TO_LEFT.test(text)) return [error(path, 'right_to_left', 'cannot be printed from right to left')];
  const characters = Array.from(plainText(text));
  if (characters.length === 0) return [error(path, 'too_small', 'must not be empty')];
  if (characters.length > maxCharacters) return [tooLong];
  const missing = new Set(characters.filter((character) => !covers(font, character)));
  if (missing.size === 0) return [];
  const names = [...missing].slice(0, NAMED_MAX).map(codePoint);
  const more = missing.size > NAMED_MAX ? ' and more' : '';
  return [error(path, 'missing_glyph', `${TEXT_FONTS[font].name} cannot print ${names.join(', ')}${more}`)];
}

/** Of characters without a glyph, in one message. */
const NAMED_MAX = 5;

const codePoint = (character: string): string =>
  `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/** A text that is right for its layer, as it is drawn. */
export const placedText = ({ text, font, color }: WantedText, layer: TextLayer): PlacedText => ({
  text: plainText(text),
  font: layer.fonts.find((one) => one === font) ?? layer.fonts[0]!,
  color: color ?? layer.colors[0]!,
  box: layer.box,
  curve: layer.curve,
});

const error = (path: string, code: string, message: string): FieldError => ({ path, code, message });
