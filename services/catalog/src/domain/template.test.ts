import { FLAT_SURFACE } from '@estampa/kernel/surface';
import type { Cylinder } from '@estampa/kernel/warp';
import { describe, expect, it } from 'vitest';
import {
  changed,
  checkPrintArea,
  checkTemplateTerms,
  type ImageKind,
  isSame,
  isTemplateId,
  type Template,
  type TemplateChange,
  templateIdOf,
  withImages,
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
  ])('rejects %j', (terms, expected) => {
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
    [{ x: 0, y: -1, width: 10, height: 10 }, false],
  ])('takes %j for inside: %p', (area, isInside) => {
    expect(checkPrintArea(area, source)).toHaveLength(isInside ? 0 : 1);
  });

  it('has nothing to say while one of the two is unknown', () => {
    expect(checkPrintArea(null, source)).toEqual([]);
    expect(checkPrintArea({ x: 5000, y: 0, width: 1, height: 1 }, null)).toEqual([]);
  });
});

const aTemplate = (given: Partial<Template> = {}): Template => ({
  isActive: false,
  printArea: null,
  sourceImage: null,
  images: [],
  revision: 1,
  ...given,
});

describe('withImages', () => {
  const completed = (kind: ImageKind, widthPx = 1000) =>
    ({ kind, uploadKey: `up/${kind}`, imageKey: `k/${kind}`, widthPx, heightPx: 800 }) as const;
  const image = (kind: ImageKind, widthPx = 1000) => ({ kind, key: `k/${kind}`, widthPx, heightPx: 800 });

  it('lets the base fill the source image and activate the template', () => {
    expect(withImages(aTemplate(), [completed('base')])).toEqual({
      isActive: true,
      printArea: null,
      sourceImage: { width: 1000, height: 800 },
      images: [image('base')],
      revision: 2,
    });
  });

  it('reuses a source image that exists', () => {
    const sourceImage = { width: 500, height: 400 };

    expect(withImages(aTemplate({ sourceImage }), [completed('base')]).sourceImage).toEqual(sourceImage);
  });

  it('replaces images of the same kinds and leaves the others', () => {
    const before = aTemplate({ images: [image('base'), image('mask', 10), image('shadow')] });

    expect(withImages(before, [completed('mask', 20), completed('base', 30)]).images).toEqual([
      image('shadow'),
      image('mask', 20),
      image('base', 30),
    ]);
  });

  it('neither activates nor sizes by another kind', () => {
    expect(withImages(aTemplate(), [completed('mask')])).toMatchObject({ isActive: false, sourceImage: null });
  });

  it.each([
    [['mask'], 2],
    [['base', 'mask', 'shadow'], 2],
    [['preview', 'mask'], 2],
    [['preview'], 1],
  ] as const)('with %j makes revision %d of the first', (kinds, revision) => {
    const after = withImages(
      aTemplate(),
      kinds.map((kind) => completed(kind)),
    );

    expect(after.revision).toBe(revision);
  });

  it('rejects a base that the print area leaves', () => {
    const printArea = { x: 0, y: 0, width: 1001, height: 10 };

    expect(() => withImages(aTemplate({ printArea }), [completed('mask'), completed('base')])).toThrow(/printArea/);
  });
});

const MUG: Cylinder = {
  kind: 'cylinder',
  axis: { from: { x: 5, y: 0 }, to: { x: 5, y: 10 } },
  radiusPx: 10,
  angle: 90,
  rotation: 0,
  sagPx: 0,
};

describe('changed', () => {
  const template = {
    ...FLAT_SURFACE,
    ...aTemplate({
      printArea: { x: 0, y: 0, width: 10, height: 10 },
      sourceImage: { width: 20, height: 20 },
      revision: 7,
    }),
    displayName: 'Front',
    assets: { size: 'P' },
    options: { color: 'white' },
    printWidthMm: 300,
    bleedMm: 3,
    safeMm: 5,
    colourMask: null,
    surface: null,
    areas: [],
    colours: [],
  };

  it.each<[string, TemplateChange, number]>([
    ['a name', { displayName: 'Back' }, 7],
    ['other variants', { assets: {} }, 7],
    ['other options', { options: null }, 7],
    ['activity', { isActive: true }, 7],
    ['another print area', { printArea: { x: 1, y: 0, width: 10, height: 10 } }, 8],
    ['no print area', { printArea: null }, 8],
    ['another source image', { sourceImage: { width: 21, height: 20 } }, 8],
    ['another size on the product', { printWidthMm: 299 }, 8],
    ['no size on the product', { printWidthMm: null }, 8],
    ['another bleed', { bleedMm: 0 }, 8],
    ['another safe line', { safeMm: 6 }, 7],
    ['a warp', { warp: MUG }, 8],
    ['a displacement', { displacement: { strengthPx: 4, blurPx: 0 } }, 8],
    ['another blend', { blend: 'multiply' }, 8],
    ['less ink', { inkOpacity: 0.9 }, 8],
    ['an underbase', { underbase: true }, 8],
    ['a colour mask', { colourMask: { option: 'color' } }, 8],
    ['both', { printArea: null, sourceImage: { width: 21, height: 20 } }, 8],
  ])('by %s is a change, and a new revision only where renders would differ', (_name, wanted, revision) => {
    const after = changed(template, wanted);

    expect(after).toMatchObject({ ...wanted, revision });
    expect(isSame(template, after)).toBe(false);
  });

  it.each<[string, TemplateChange]>([
    ['nothing', {}],
    ['the same print area', { printArea: { height: 10, width: 10, y: 0, x: 0 } }],
    ['the same dictionary', { assets: { size: 'P' }, options: { color: 'white' } }],
    ['no warp', { warp: null }],
  ])('by %s is the same', (_name, wanted) => {
    const after = changed(template, wanted);

    expect(after.revision).toBe(7);
    expect(isSame(template, after)).toBe(true);
  });

  it('by another warp of the same kind is a change, by an equal one none', () => {
    const bent = { ...template, warp: MUG };
    const moved = { ...MUG, axis: { ...MUG.axis, to: { x: 6, y: 10 } } };
    const {
      axis: { from, to },
      ...shape
    } = MUG;

    expect(changed(bent, { warp: moved }).revision).toBe(8);
    expect(changed(bent, { warp: null }).revision).toBe(8);
    expect(changed(bent, { warp: { ...shape, axis: { to, from } } }).revision).toBe(7);
  });
});
