import { describe, expect, it } from 'vitest';
import type { Choice, Size, Template } from './product-state.ts';
import { fallbackRender } from './fallback-render.ts';

const UPRIGHT = { width: 300, height: 400 };
/** The same with a bleed of a quarter of the width on every side. */
const BLED = { width: 600, height: 700 };
const SQUARE = { width: 300, height: 300 };

type Given = {
  assets?: Choice;
  color?: string;
  area?: Size;
  rendered?: boolean;
  renderedArea?: Size;
  /** With bleed on an area of 100 mm. */
  bleedMm?: number;
  isActive?: boolean;
};

/** In the order in which they were made. */
const mockups = (given: Record<string, Given>) => {
  const all = Object.entries(given);
  return {
    templates: all.map(([id, { assets = {}, color, area = UPRIGHT, isActive = true }], at): Template => {
      const options = color === undefined ? undefined : { values: { color } };
      return { id, productTypeId: 't', assets, options, printArea: area, isActive, createdAt: new Date(at) };
    }),
    renders: all
      .filter(([, { rendered = true }]) => rendered)
      .map(([templateId, { renderedArea, bleedMm }]) => ({
        artworkId: 'a',
        templateId,
        imageKey: 'k',
        status: 'rendered',
        placement: {},
        printArea: renderedArea && { bounds: renderedArea, widthMm: 100, bleedMm },
      })),
  };
};
const M = { size: 'M' };
const G = { size: 'G' };

describe('a choice that no mockup shows', () => {
  it.each<[string, Record<string, Given>, string | undefined]>([
    ['as the SKU in another colour', { other: { color: 'red' }, own: { assets: M, color: 'red' } }, 'other'],
    ['of the SKU itself before others', { other: { assets: G }, own: { assets: M, color: 'red' } }, 'own'],
    [
      'as another SKU with the area of its own template',
      { other: { assets: G }, own: { assets: M, rendered: false } },
      'other',
    ],
    [
      'as nothing of other proportions',
      { other: { assets: G, area: SQUARE }, own: { assets: M, rendered: false } },
      undefined,
    ],
    [
      'as the first that has them',
      {
        wide: { assets: G, area: SQUARE },
        one: { assets: G },
        two: { assets: G },
        own: { assets: M, rendered: false },
      },
      'one',
    ],
    [
      'as the template of the choice says, before those of its SKU',
      { red: { assets: M, color: 'red', area: SQUARE }, blue: { assets: M, color: 'blue', rendered: false } },
      undefined,
    ],
    [
      'as an area without its bleed',
      { other: { assets: G, renderedArea: BLED, bleedMm: 25 }, own: { assets: M, rendered: false } },
      'other',
    ],
    [
      'as the area that a render was made with',
      { own: { color: 'red', area: SQUARE, renderedArea: UPRIGHT } },
      undefined,
    ],
    [
      'without any template of its SKU, as all renders agree',
      { one: { assets: G }, two: { assets: { size: 'P' } } },
      'one',
    ],
    [
      'without any template, where renders differ',
      { one: { assets: G }, two: { assets: { size: 'P' }, area: SQUARE } },
      undefined,
    ],
    [
      'within a hundredth',
      { other: { assets: G, area: { width: 303, height: 400 } }, own: { assets: M, rendered: false } },
      'other',
    ],
    [
      'beyond a hundredth',
      { other: { assets: G, area: { width: 304, height: 400 } }, own: { assets: M, rendered: false } },
      undefined,
    ],
    ['as nothing that is inactive', { own: { color: 'red', isActive: false } }, undefined],
    ['without a render', { own: { color: 'red', rendered: false } }, undefined],
  ])('is printed %s', (_name, given, expected) => {
    const found = fallbackRender(mockups(given), { assets: M, options: { color: 'blue' } });

    expect(found?.template.id).toBe(expected);
  });

  it('needs a render with a recorded placement', () => {
    const { templates, renders } = mockups({ own: { color: 'red' } });
    const unplaced = renders.map((render) => ({ ...render, placement: undefined }));

    expect(fallbackRender({ templates, renders: unplaced }, { assets: M, options: {} })).toBeUndefined();
  });
});
