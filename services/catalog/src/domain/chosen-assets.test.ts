import { describe, expect, it } from 'vitest';
import { chosenAssets } from './chosen-assets.ts';

const asset = (id: string, key: string, value: string, more: object = {}) => ({
  id,
  productTypeId: 'own',
  key,
  value,
  isActive: true,
  ...more,
});
const known = [
  asset('p', 'size', 'P'),
  asset('m', 'size', 'M'),
  asset('matte', 'finish', 'matte'),
  asset('gone', 'paper', 'cotton', { isActive: false }),
  asset('foreign', 'paper', 'linen', { productTypeId: 'other' }),
  asset('odd', 'constructor', 'x'),
];

describe('a variant made of chosen assets', () => {
  it.each([
    [['p'], { size: 'P' }],
    [['matte', 'p'], { size: 'P', finish: 'matte' }],
    [['odd'], { constructor: 'x' }],
  ])('of %j has these assets', (ids, assets) => {
    expect(chosenAssets(ids, known, 'own')).toEqual(assets);
  });

  it.each<[string[], string, [string, string][]]>([
    [['nothing'], 'unknown_reference', [['assetIds[0]', 'unknown_reference']]],
    [['p', 'foreign'], 'unknown_reference', [['assetIds[1]', 'unknown_reference']]],
    [['gone'], 'validation_failed', [['assetIds[0]', 'inactive']]],
    [['p', 'm'], 'validation_failed', [['assetIds[1]', 'duplicate_key']]],
    [['p', 'p'], 'validation_failed', [['assetIds[1]', 'duplicate_key']]],
    [
      ['p', 'gone', 'foreign', 'm'],
      'validation_failed',
      [
        ['assetIds[1]', 'inactive'],
        ['assetIds[2]', 'unknown_reference'],
        ['assetIds[3]', 'duplicate_key'],
      ],
    ],
  ])('of %j is rejected as %s', (ids, reason, fields) => {
    expect(() => chosenAssets(ids, known, 'own')).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        reason,
        details: { fields: fields.map(([path, code]) => expect.objectContaining({ path, code })) },
      }),
    );
  });
});
