/**
 * Fonts of buyers' texts. A key keeps its font for good, as what was sold in it is printed again from it. `covers` names the code
 * points that it can draw, in hexadecimal: those of its file without controls, combining marks and other blanks than the space.
 */
export const TEXT_FONTS = {
  anton: {
    name: 'Anton',
    covers:
      '20-7e a1-ac ae-ff 131 152-153 2bb-2bc 2c6 2da 2dc 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2191 2193 2212 2215',
  },
  caveat: {
    name: 'Caveat',
    covers:
      '20-7e a1-ac ae-ff 102 131 152-153 2bc 2c6 2da 2dc 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2212 2215',
  },
  montserrat: {
    name: 'Montserrat',
    covers:
      '20-7e a1-ac ae-ff 102 131 152-153 2bb-2bc 2c6 2da 2dc 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2191 2193 2212 2215',
  },
  pacifico: {
    name: 'Pacifico',
    covers:
      '20-7e a1-ac ae-ff 131 152-153 2bc 2c6 2da 2dc 2013-2014 2018-201a 201c-201e 2022 2026 2039-203a 2044 20ac 2122 2212 2215',
  },
  'playfair-display': {
    name: 'Playfair Display',
    covers:
      '20-7e a1-ac ae-b4 b6-ff 102 131 152-153 2bb-2bc 2c6 2da 2dc 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2191 2193 2212',
  },
} as const;
export type TextFont = keyof typeof TEXT_FONTS;

export const TEXT_FONT_KEYS = Object.keys(TEXT_FONTS) as TextFont[];

export const isTextFont = (key: string): key is TextFont => Object.hasOwn(TEXT_FONTS, key);

const rangesOf = (listed: string): [number, number][] =>
  listed.split(' ').map((range) => {
    const [from, to = from] = range.split('-').map((end) => Number.parseInt(end, 16));
    return [from!, to!];
  });
const RANGES = new Map(TEXT_FONT_KEYS.map((key) => [key, rangesOf(TEXT_FONTS[key].covers)]));

/** Whether the font has a glyph for the character, which is one code point. */
export function covers(font: TextFont, character: string): boolean {
  const point = character.codePointAt(0)!;
  return RANGES.get(font)!.some(([from, to]) => from <= point && point <= to);
}
