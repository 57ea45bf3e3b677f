import { SURFACES_PER_TYPE_MAX } from '@estampa/kernel/product-surfaces';
import type { TextLayer, WantedText } from '@estampa/kernel/text-layer';
import { describe, expect, it } from 'vitest';
import type { UsedSurface } from './product-surfaces.ts';
import { checkTexts, textOn } from './texts.ts';

const LAYER: TextLayer = {
  fonts: ['anton', 'caveat'],
  colors: ['#000000', '#FFFFFF'],
  box: { x: 0, y: 0.5, width: 1, height: 0.5 },
  maxCharacters: 5,
  curve: 20,
  required: true,
};
const USED: UsedSurface[] = [
  { surface: 'front', artworkId: 'a' },
  { surface: 'back', artworkId: 'b', textLayer: LAYER },
  { surface: 'sleeve', artworkId: 'c', textLayer: { ...LAYER, required: false } },
];
const onBack: WantedText = { surface: 'back', text: 'João' };
const onSleeve: WantedText = { surface: 'sleeve', text: 'Ana', font: 'caveat', color: '#FFFFFF' };

describe('the texts of a line', () => {
  it.each<[string, WantedText[], string[]]>([
    ['what is required', [onBack], []],
    ['all of it, in any order', [onSleeve, onBack], []],
    ['nothing', [], ['texts required']],
    ['what is optional alone', [onSleeve], ['texts required']],
    [
      'one for a surface without a layer',
      [onBack, { surface: 'front', text: 'Oi' }],
      ['texts[1].surface unknown_reference'],
    ],
    ['one for no surface', [onBack, { surface: 'hood', text: 'Oi' }], ['texts[1].surface unknown_reference']],
    ['two for one surface', [onBack, onBack], ['texts[1].surface duplicate']],
    ['what is too long', [{ ...onBack, text: 'Mariana' }], ['texts[0].text too_big']],
    ['what turns the direction', [onBack, { ...onSleeve, text: 'a\u202eb' }], ['texts[1].text control_characters']],
    ['an unknown font', [{ ...onBack, font: 'pacifico' }], ['texts[0].font unknown_value']],
    [
      'more than there are surfaces',
      Array.from({ length: SURFACES_PER_TYPE_MAX + 1 }, () => onBack),
      ['texts wrong_count'],
    ],
  ])('%s', (_name, texts, expected) => {
    const found = checkTexts(texts, USED, { path: 'texts', isComplete: true });
    expect(found.map(({ path, code }) => `${path} ${code}`)).toEqual(expected);
  });

  it('may be missing while nothing is bought', () => {
    expect(checkTexts([], USED, { path: 'texts', isComplete: false })).toEqual([]);
  });

  it('are nothing to a product without layers', () => {
    expect(checkTexts([], USED.slice(0, 1), { path: 'texts', isComplete: true })).toEqual([]);
  });

  it('lie where the layer of their surface is', () => {
    const { box, curve } = LAYER;
    const texts = [onSleeve, onBack];
    expect(USED.map((used) => textOn(used, texts))).toEqual([
      undefined,
      { text: 'João', font: 'anton', color: '#000000', box, curve },
      { text: 'Ana', font: 'caveat', color: '#FFFFFF', box, curve },
    ]);
  });
});
