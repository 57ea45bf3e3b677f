import { describe, expect, it } from 'vitest';
import { assignSkus, skuOf } from './sku.ts';

describe('skuOf', () => {
  it.each([
    ['camiseta', { size: 'P', color: 'white' }, 'CAMISETA-white-P'],
    ['art-print', { size: '30x40', finish: 'Fosco', paper: 'algodão' }, 'ART-PRINT-Fosco-algodão-30x40'],
    ['mug', {}, 'MUG'],
  ])('of %s', (slug, assets, expected) => {
    expect(skuOf(slug, assets)).toBe(expected);
  });
});

describe('assignSkus', () => {
  it('numbers combinations that give the same text', () => {
    const alike = [
      { a: 'x-y', b: 'z' },
      { a: 'x', b: 'y-z' },
      { a: 'x-y-z', b: 'w' },
    ];

    expect(assignSkus('mug', alike, new Set())).toEqual(['MUG-x-y-z', 'MUG-x-y-z-2', 'MUG-x-y-z-w']);
  });

  it('passes over what is taken', () => {
    expect(assignSkus('mug', [{ size: 'P' }], new Set(['MUG-P', 'MUG-P-2']))).toEqual(['MUG-P-3']);
  });
});
