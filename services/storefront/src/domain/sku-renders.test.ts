import { describe, expect, it } from 'vitest';
import type { Option, Render, Template } from './product-state.ts';
import { chosenRender, skuRenders, templateRenders } from './sku-renders.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));

const aTemplate = (id: string, change: Partial<Template> = {}): Template => ({
  id,
  productTypeId: 't-shirt',
  assets: {},
  isActive: true,
  createdAt: day(1),
  ...change,
});

const aRender = (templateId: string, change: Partial<Render> = {}): Render => ({
  artworkId: 'artwork',
  templateId,
  imageKey: `${templateId}.webp`,
  status: 'rendered',
  createdAt: day(1),
  ...change,
});

const keys = (found: ReturnType<typeof templateRenders>) => found.map(({ render }) => render.imageKey);

describe('templateRenders', () => {
  it('takes the newest finished render of each template', () => {
    const renders = [
      aRender('front', { imageKey: 'older', createdAt: day(1) }),
      aRender('front', { imageKey: 'newer', createdAt: day(2) }),
      aRender('front', { imageKey: 'failed', createdAt: day(3), status: 'failed' }),
      aRender('front', { imageKey: 'under way', createdAt: day(4), status: 'rendering' }),
    ];

    expect(keys(templateRenders([aTemplate('front')], renders))).toEqual(['newer']);
  });

  it('leaves out inactive templates and those without a render', () => {
    const templates = [aTemplate('front', { isActive: false }), aTemplate('back')];

    expect(templateRenders(templates, [aRender('front')])).toEqual([]);
  });

  it('leaves out renders for templates of another product type', () => {
    expect(templateRenders([aTemplate('front')], [aRender('mug')])).toEqual([]);
  });

  it('starts with the oldest template, whatever the order of the states', () => {
    const templates = [aTemplate('late', { createdAt: day(2) }), aTemplate('b'), aTemplate('a')];
    const renders = [aRender('b'), aRender('late'), aRender('a')];

    expect(keys(templateRenders(templates, renders))).toEqual(['a.webp', 'b.webp', 'late.webp']);
  });
});

describe('a render in colours', () => {
  const colours = ['white', 'navy'].map((color) => ({ imageKey: `${color}.webp`, options: { values: { color } } }));
  const dyed = aRender('front', { imageKey: 'white.webp', colours });

  it('counts as a template in each of them, with the options that the template names itself', () => {
    const all = templateRenders([aTemplate('front', { options: { values: { collar: 'round' } } })], [dyed]);

    expect(keys(all)).toEqual(['white.webp', 'navy.webp']);
    expect(all.map(({ template }) => template.options?.values)).toEqual([
      { collar: 'round', color: 'white' },
      { collar: 'round', color: 'navy' },
    ]);
  });

  it('is shown to SKUs in the colours that they are sold in', () => {
    const variant = { assets: {}, isActive: true };
    const all = templateRenders([aTemplate('front')], [dyed]);
    const shown = (...values: string[]) => keys(skuRenders(all, variant, { color: { values } }, []));

    expect(shown('navy')).toEqual(['navy.webp']);
    expect(shown('white', 'navy')).toEqual(['white.webp', 'navy.webp']);
    expect(shown('green')).toEqual([]);
  });
});

describe('skuRenders', () => {
  const variant = { assets: { size: 'M', finish: 'matte' }, isActive: true };
  const shown = (
    template: Partial<Template>,
    allowed: Record<string, string[]> = {},
    options: readonly Option[] = [],
  ) => {
    const allowedOptions = Object.fromEntries(Object.entries(allowed).map(([key, values]) => [key, { values }]));
    const all = [{ template: aTemplate('front', template), render: aRender('front') }];
    return skuRenders(all, variant, allowedOptions, options);
  };

  it.each([
    ['no assets: for all variants', {}, 1],
    ['a subset of the variant', { size: 'M' }, 1],
    ['exactly the variant', { size: 'M', finish: 'matte' }, 1],
    ['another value', { size: 'G' }, 0],
    ['a key that the variant lacks', { size: 'M', neck: 'round' }, 0],
  ])('matches template assets: %s', (_case, assets, expected) => {
    expect(shown({ assets })).toHaveLength(expected);
  });

  it.each([
    ['a template without options', undefined, { color: ['black'] }, 1],
    ['a SKU that inherits all options', { color: 'white' }, {}, 1],
    ['an allowed value', { color: 'black' }, { color: ['black', 'white'] }, 1],
    ['a value that is not allowed', { color: 'red' }, { color: ['black', 'white'] }, 0],
    ['an option that is not offered', { color: 'black' }, { color: [] }, 0],
    ['a key the SKU leaves open', { color: 'black' }, { strap: ['short'] }, 1],
    [
      'one conflict among several options',
      { color: 'black', strap: 'long' },
      { color: ['black'], strap: ['short'] },
      0,
    ],
    ['a key that every object inherits', { constructor: 'black' }, { color: ['black'] }, 1],
  ])('drops what conflicts with the allowed options: %s', (_case, values, allowed, expected) => {
    expect(shown({ options: values && { values } }, allowed)).toHaveLength(expected);
  });

  it.each([
    ['an active value', [true, true], {}, 1],
    ['a value that was deactivated', [true, false], {}, 0],
    ['one that was deactivated and is allowed', [true, false], { color: ['black'] }, 0],
    ['an option that was deactivated', [false, false], {}, 1],
  ] as const)('drops what is not offered any more: %s', (_case, [isOption, isValue], allowed, expected) => {
    const words = { labelPt: 'Cor', inputType: 'select', displayBehavior: 'filter', required: true };
    const color: Option = {
      key: 'color',
      ...words,
      isActive: isOption,
      values: [{ value: 'black', labelPt: 'Preto', isActive: isValue }],
    };

    expect(
      shown({ options: { values: { color: 'black' } } }, { ...allowed } as Record<string, string[]>, [color]),
    ).toHaveLength(expected);
  });
});

it('a choice is printed from the first render that shows most of it, and nothing else', () => {
  const showing = (id: string, values?: Record<string, string>, change: Partial<Render> = {}) => ({
    template: aTemplate(id, { options: values && { values } }),
    render: aRender(id, { placement: {}, ...change }),
  });
  const open = showing('open');
  const white = showing('white', { color: 'white' });
  const collar = showing('collar', { color: 'white', collar: 'v' });
  const chosen = (all: (typeof open)[], choice: Record<string, string>) => chosenRender(all, choice)?.template.id;

  expect(chosen([open, white, collar], { color: 'white', collar: 'v' })).toBe('collar');
  expect(chosen([open, white, collar], { color: 'white', collar: 'round' })).toBe('white');
  expect(chosen([open, white, collar], { color: 'white' })).toBe('white');
  expect(chosen([collar, open], { color: 'white' })).toBe('open');
  expect(chosen([white, open, showing('other')], { color: 'black' })).toBe('open');
  expect(chosen([white, showing('unplaced', undefined, { placement: undefined })], { color: 'black' })).toBeUndefined();
});
