import { describe, expect, it } from 'vitest';
import { firstFreeSlug, mustBeUsableSlug, slugFrom } from './store-slug.ts';

describe('slugFrom', () => {
  it.each([
    ['Ateliê da Ação', 'atelie-da-acao'],
    ['  Demo   Store!! ', 'demo-store'],
    ['Ab', 'store-ab'],
    ['猫', 'store'],
    ['', 'store'],
    ['x'.repeat(80), 'x'.repeat(50)],
    [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
  ])('makes of %j %s', (name, slug) => {
    expect(slugFrom(name)).toBe(slug);
  });
});

describe('firstFreeSlug', () => {
  it.each([
    ['demo', [], 'demo'],
    ['demo', ['demo'], 'demo-2'],
    ['demo', ['demo', 'demo-2', 'demo-4'], 'demo-3'],
    ['admin', [], 'admin-2'],
    ['store', ['store-2'], 'store-3'],
    ['x'.repeat(50), ['x'.repeat(50)], `${'x'.repeat(48)}-2`],
  ])('of %s when %j are taken is %s', (slug, taken, free) => {
    expect(firstFreeSlug(slug, new Set(taken))).toBe(free);
  });
});

describe('mustBeUsableSlug', () => {
  it.each(['abc', 'demo-store-2', 'x'.repeat(50)])('takes %s', (slug) => {
    expect(() => mustBeUsableSlug(slug)).not.toThrow();
  });

  it.each([
    ['ab', 'invalid_format'],
    ['x'.repeat(51), 'invalid_format'],
    ['Demo', 'invalid_format'],
    ['demo_store', 'invalid_format'],
    ['ação', 'invalid_format'],
    ['me', 'invalid_format'],
    ['admin', 'reserved'],
    ['new', 'reserved'],
    ['api', 'reserved'],
    ['---', 'reserved'],
  ])('rejects %s: %s', (slug, code) => {
    expect(() => mustBeUsableSlug(slug)).toThrow(
      expect.objectContaining({ details: { fields: [expect.objectContaining({ path: 'storeSlug', code })] } }),
    );
  });
});
