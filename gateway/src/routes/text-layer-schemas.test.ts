import { expect, it } from 'vitest';
import { chosenSurfaces, usedSurfaces } from './product-surface-schemas.ts';

const ARTWORK = '01900000-0000-7000-8000-000000000001';
const BOX = { x: 0.1, y: 0.7, width: 0.8, height: 0.2 };
const layer = { fonts: ['anton'], colors: ['#1f2a44'], box: BOX, maxCharacters: 12 };
const front = { surface: 'front', artworkId: ARTWORK };
const read = (textLayer: unknown) => usedSurfaces.safeParse([{ ...front, textLayer }]);

it.each<[string, object, string[]]>([
  ['what it needs', {}, []],
  ['all of it', { fonts: ['anton', 'playfair-display'], curve: -180, required: true }, []],
  ['an unknown font', { fonts: ['comic'] }, ['fonts.0']],
  ['no font', { fonts: [] }, ['fonts']],
  ['no colour', { colors: [] }, ['colors']],
  ['more colours than there may be', { colors: Array.from({ length: 25 }, () => '#000000') }, ['colors']],
  ['what is no colour', { colors: ['red'] }, ['colors.0']],
  ['no box', { box: undefined }, ['box']],
  ['a box too small', { box: { ...BOX, width: 0.01 } }, ['box.width']],
  ['a box beside the print area', { box: { ...BOX, x: -0.1 } }, ['box.x']],
  ['half a character', { maxCharacters: 1.5 }, ['maxCharacters']],
  ['61 characters', { maxCharacters: 61 }, ['maxCharacters']],
  ['more than half a circle', { curve: 181 }, ['curve']],
])('a layer for texts with %s', (_name, change, wrong) => {
  const { success, error } = read({ ...layer, ...change });
  const paths = error?.issues.map(({ path }) => path.slice(2).join('.'));
  expect([success, paths ?? []]).toEqual([wrong.length === 0, wrong]);
});

it.each<[string, unknown, object]>([
  ['not sent stays as it is', undefined, { textLayer: undefined, withoutText: false }],
  ['null is removed', null, { textLayer: undefined, withoutText: true }],
  [
    'sent replaces it, straight and optional unless it says so',
    layer,
    { textLayer: { ...layer, colors: ['#1F2A44'], curve: 0, required: false }, withoutText: false },
  ],
])('a layer for texts that is %s', (_name, textLayer, expected) => {
  expect(chosenSurfaces(read(textLayer).data)).toEqual({ list: [{ ...front, ...expected }] });
});
