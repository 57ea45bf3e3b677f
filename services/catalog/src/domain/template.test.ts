import { describe, expect, it } from '@jest/globals';
import {
  checkPrintArea,
  checkTemplateTerms,
  isTemplateId,
  type Template,
  templateIdOf,
  withImage,
} from './template.ts';

describe('templateIdOf', () => {
  it.each([
    ['Camiseta (Frente)', 'camiseta-frente'],
    ['  Caneca  — Ação & Emoção! ', 'caneca-acao-emocao'],
    ['Poster 30x40', 'poster-30x40'],
    ['日本', 'template'],
    ['---', 'template'],
    ['a'.repeat(200), 'a'.repeat(80)],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ])('of %p is %p', (name, expected) => {
    expect(templateIdOf(name)).toBe(expected);
  });
});

describe('isTemplateId', () => {
  it.each([
    ['front-2', true],
    ['a'.repeat(80), true],
    ['', false],
    ['Front', false],
    ['a\u0000b', false],
    ['a'.repeat(81), false],
  ])('of %j is %p', (text, expected) => {
    expect(isTemplateId(text)).toBe(expected);
  });
});

describe('checkTemplateTerms', () => {
  const known = {
    assets: [
      { key: 'size', value: 'P' },
      { key: 'size', value: 'M' },
    ],
    options: [{ key: 'color', required: true, values: ['white'] }],
  };

  it.each([
    [{ assets: {}, options: null }],
    [{ assets: { size: 'M' }, options: null }],
    [{ assets: { size: 'P' }, options: { color: 'white' } }],
  ])('accepts %j', (terms) => {
    expect(checkTemplateTerms(terms as Parameters<typeof checkTemplateTerms>[0], known)).toEqual([]);
  });

  it.each([
    [
      { assets: { paper: 'a' }, options: null },
      { path: 'assets.paper', code: 'unknown_key' },
    ],
    [
      { assets: { size: 'G' }, options: null },
      { path: 'assets.size', code: 'unknown_value' },
    ],
    [
      { assets: {}, options: { size: 'P' } },
      { path: 'options.size', code: 'unknown_key' },
    ],
    [
      { assets: {}, options: { color: 'red' } },
      { path: 'options.color', code: 'unknown_value' },
    ],
  ])('refuses %j', (terms, expected) => {
    expect(checkTemplateTerms(terms as Parameters<typeof checkTemplateTerms>[0], known)).toEqual([
      expect.objectContaining(expected),
    ]);
  });
});

describe('checkPrintArea', () => {
  const source = { width: 1000, height: 800 };

  it.each([
    [{ x: 0, y: 0, width: 1000, height: 800 }, true],
    [{ x: 10.5, y: 20, width: 100, height: 100 }, true],
    [{ x: 1, y: 0, width: 1000, height: 800 }, false],
    [{ x: 0, y: 701, width: 10, height: 100 }, false],
    [{ x: -1, y: 0, width: 10, height: 10 }, false],
  ])('takes %j for inside: %p', (area, isInside) => {
    expect(checkPrintArea(area, source)).toHaveLength(isInside ? 0 : 1);
  });

  it('has nothing to say while one of the two is unknown', () => {
    expect(checkPrintArea(null, source)).toEqual([]);
    expect(checkPrintArea({ x: 5000, y: 0, width: 1, height: 1 }, null)).toEqual([]);
  });
});

describe('withImage', () => {
  const aTemplate = (given: Partial<Template> = {}): Template => ({
    isActive: false,
    printArea: null,
    sourceImage: null,
    images: [],
    revision: 1,
    ...given,
  });
  const image = (kind: 'base' | 'mask' | 'preview', widthPx = 1000) =>
    ({ kind, key: `k/${kind}`, widthPx, heightPx: 800 }) as const;

  it('lets the base fill the source image and activate the template', () => {
    expect(withImage(aTemplate(), image('base'))).toEqual({
      isActive: true,
      printArea: null,
      sourceImage: { width: 1000, height: 800 },
      images: [image('base')],
      revision: 2,
    });
  });

  it('keeps a source image that is there', () => {
    const sourceImage = { width: 500, height: 400 };

    expect(withImage(aTemplate({ sourceImage }), image('base')).sourceImage).toEqual(sourceImage);
  });

  it('replaces the image of the same kind', () => {
    const once = withImage(aTemplate(), image('mask', 10));

    expect(withImage(once, image('mask', 20)).images).toEqual([image('mask', 20)]);
  });

  it('neither activates nor sizes by another kind', () => {
    expect(withImage(aTemplate(), image('mask'))).toMatchObject({ isActive: false, sourceImage: null, revision: 2 });
  });

  it('leaves the revision to pictures that renders are made of', () => {
    expect(withImage(aTemplate(), image('preview')).revision).toBe(1);
  });

  it('refuses a base that the print area does not fit into', () => {
    const printArea = { x: 900, y: 0, width: 200, height: 100 };

    expect(() => withImage(aTemplate({ printArea }), image('base'))).toThrow(/must lie inside/);
  });
});
