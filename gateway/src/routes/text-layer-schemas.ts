import type { TextLayer } from '@estampa/contracts/catalog/v1/text_layer';
import { SURFACES_PER_TYPE_MAX } from '@estampa/kernel/product-surfaces';
import { TEXT_FONT_KEYS } from '@estampa/kernel/text-fonts';
import {
  hasControlCharacters,
  TEXT_BOX_SIDE_MIN,
  TEXT_CHARACTERS_MAX,
  TEXT_COLORS_MAX,
  TEXT_CURVE_MAX,
  TEXT_UNITS_MAX,
} from '@estampa/kernel/text-layer';
import { z } from 'zod';
import { withoutNulls } from '../http/without-nulls.ts';
import { hexColor, surfaceKey } from './part-schemas.ts';
import { failing, text } from './schemas.ts';

const FONT_KEY_MAX_CHARACTERS = 30;

export const textFont = z.enum(TEXT_FONT_KEYS).meta({
  id: 'TextFont',
  description: 'One of the fonts that buyers’ texts are printed in',
});
const color = hexColor.transform((given) => given.toUpperCase());
const place = z.number().min(0).max(1);
const side = z.number().min(TEXT_BOX_SIDE_MIN).max(1);

const TextBox = z
  .object({
    x: place.describe('Of its left side'),
    y: place.describe('Of its upper side'),
    width: side,
    height: side,
  })
  .meta({
    id: 'TextBox',
    description: 'In parts of the print area, from 0 to 1, bleed aside. A text is as large as fits, in the middle',
  });

const curve = z
  .number()
  .min(-TEXT_CURVE_MAX)
  .max(TEXT_CURVE_MAX)
  .describe(
    'Degrees of the arc that a text lies on: above 0 its middle is highest, below 0 lowest; 0: straight. A short text takes less of an arc',
  );
const maxCharacters = z.int().min(1).max(TEXT_CHARACTERS_MAX).describe('How long a text may be');
const required = z.boolean().describe('Whether nothing is sold without a text');

export const NewTextLayer = z
  .object({
    fonts: z
      .array(textFont)
      .min(1)
      .max(TEXT_FONT_KEYS.length)
      .describe('What a buyer chooses from, each once; the first is that of who chooses none'),
    colors: z.array(color).min(1).max(TEXT_COLORS_MAX).describe('As fonts'),
    box: TextBox,
    maxCharacters,
    curve: curve.default(0),
    required: required.default(false),
  })
  .meta({
    id: 'NewTextLayer',
    description: 'Where buyers may have words of their own printed, at no extra price, and what they may choose',
  });

export const TextLayerJson = z
  .object({
    fonts: z.array(z.string()).describe('Keys of fonts to choose from; the first is that of who chooses none'),
    colors: z.array(hexColor).describe('As fonts'),
    box: TextBox,
    maxCharacters,
    curve,
    required,
  })
  .meta({ id: 'TextLayer', description: 'Where buyers may have words of their own printed, at no extra price' });

export const textLayerView = ({ fonts, colors, box, ...layer }: TextLayer): z.input<typeof TextLayerJson> => ({
  fonts,
  colors,
  box: { x: box!.x, y: box!.y, width: box!.width, height: box!.height },
  maxCharacters: layer.maxCharacters,
  curve: layer.curve,
  required: layer.required,
});

export const WantedText = z
  .object({
    surface: surfaceKey.describe('Key of a surface of the product that takes a text'),
    text: z
      .string()
      .max(TEXT_UNITS_MAX)
      .refine(
        (given) => !hasControlCharacters(given),
        failing('control_characters', 'must not hold control characters'),
      )
      .describe(
        'One line, trimmed and composed (NFC). 400 for control characters and such as turn the direction of writing (field code `control_characters`), scripts from right to left (`right_to_left`) and characters that the font has no glyph for (`missing_glyph`)',
      ),
    font: text(1, FONT_KEY_MAX_CHARACTERS).nullish().describe('One that the surface offers; its first when left out'),
    color: color.nullish().describe('As font'),
  })
  .meta({ id: 'WantedText' });

/** What a buyer wants to be printed on top. */
export const wantedTexts = z
  .array(WantedText)
  .max(SURFACES_PER_TYPE_MAX)
  .describe('Own words, at most one on each surface; every surface that requires one has one');

/** None where nothing is wanted, as of clients from before. */
export const textsOf = (texts: z.output<typeof wantedTexts>) =>
  texts.length > 0 ? { list: texts.map(withoutNulls) } : undefined;
