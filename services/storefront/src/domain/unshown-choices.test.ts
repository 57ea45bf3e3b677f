import { describe, expect, it } from 'vitest';
import type { Choice, Option, ProductState, ProductVariant, Render, Template } from './product-state.ts';
import { UNSHOWN_LISTED_MAX, unshownChoices } from './unshown-choices.ts';

const COLOURS = ['white', 'black', 'red'];

const anOption = (key: string, values: readonly string[], change: Partial<Option> = {}): Option => ({
  key,
  labelPt: key,
  inputType: 'select',
  displayBehavior: 'none',
  required: true,
  isActive: true,
  values: values.map((value) => ({ value, labelPt: value, isActive: true })),
  ...change,
});

/** Mockups of these options, each rendered and printable. */
const mockups = (...shown: readonly Choice[]): Pick<ProductState, 'templates' | 'renders'> => ({
  templates: shown.map((values, at): Template => ({
    id: `template-${at}`,
    productTypeId: 'shirt',
    assets: {},
    options: { values },
    isActive: true,
    sourceImage: { width: 100, height: 100 },
    createdAt: new Date(at),
  })),
  renders: shown.map((_values, at): Render => ({
    artworkId: 'artwork',
    templateId: `template-${at}`,
    imageKey: `${at}.webp`,
    status: 'rendered',
    placement: {},
    createdAt: new Date(at),
  })),
});

const aVariant = (id: string, change: Partial<ProductVariant> = {}): ProductVariant => ({
  id,
  productVariantId: 'medium',
  priceCents: 5_000,
  allowedOptions: {},
  isActive: true,
  ...change,
});

function aState(
  { templates, renders }: Pick<ProductState, 'templates' | 'renders'>,
  options: readonly Option[],
  variants: readonly ProductVariant[] = [aVariant('sku')],
): ProductState {
  const type = { type: { id: 'shirt', slug: 'shirt', name: 'Shirt' }, assets: [], options };
  const catalogVariants = new Map([['medium', { assets: {}, isActive: true }]]);
  return {
    product: { variants } as unknown as ProductState['product'],
    type: { ...type, variants: catalogVariants },
    artwork: {} as ProductState['artwork'],
    templates,
    renders,
    images: [],
    store: null,
  };
}

const unshown = (state: ProductState) => unshownChoices(state).map(({ options }) => options);

describe('choices that no mockup shows', () => {
  it('are the values that every mockup contradicts', () => {
    const state = aState(mockups({ colour: 'white' }, { colour: 'black' }), [anOption('colour', COLOURS)]);

    expect(unshownChoices(state)).toEqual([
      { sellerProductVariantIds: ['sku'], options: { colour: 'red' }, templateId: 'template-0' },
    ]);
  });

  it('are none when a mockup leaves the option open', () => {
    const state = aState(mockups({ colour: 'white' }, {}), [anOption('colour', COLOURS)]);

    expect(unshownChoices(state)).toEqual([]);
  });

  it('leave out options that no mockup shows', () => {
    const options = [anOption('colour', ['white', 'red']), anOption('gift', ['yes', 'no'])];

    expect(unshown(aState(mockups({ colour: 'white' }), options))).toEqual([{ colour: 'red' }]);
  });

  it('are combinations where mockups show several options', () => {
    const options = [anOption('colour', ['white', 'red']), anOption('side', ['front', 'back'])];
    const state = aState(mockups({ colour: 'white', side: 'front' }, { colour: 'red', side: 'back' }), options);

    expect(unshown(state)).toEqual([
      { colour: 'white', side: 'back' },
      { colour: 'red', side: 'front' },
    ]);
  });

  it('leave out what cannot be chosen', () => {
    const inactive = { value: 'grey', labelPt: 'grey', isActive: false };
    const colour = anOption('colour', COLOURS);
    const options = [{ ...colour, values: [...colour.values, inactive] }];
    const isOffered = aVariant('sku', { allowedOptions: { colour: { values: ['white', 'red'] } } });

    expect(unshown(aState(mockups({ colour: 'white' }), options))).toEqual([{ colour: 'black' }, { colour: 'red' }]);
    expect(unshown(aState(mockups({ colour: 'white' }), options, [isOffered]))).toEqual([{ colour: 'red' }]);
    expect(unshown(aState(mockups({ colour: 'white' }), [{ ...colour, isActive: false }]))).toEqual([]);
  });

  it('name all SKUs that have them, each choice once', () => {
    const only = (id: string, ...values: string[]) => aVariant(id, { allowedOptions: { colour: { values } } });
    const variants = [
      only('one', 'white', 'red'),
      only('two', 'white', 'red'),
      only('three', 'white', 'black'),
      only('four', 'white'),
    ];
    const state = aState(mockups({ colour: 'white' }), [anOption('colour', COLOURS)], variants);

    expect(
      unshownChoices(state).map(({ sellerProductVariantIds: ids, options }) => [options.colour, ids] as const),
    ).toEqual([
      ['red', ['one', 'two']],
      ['black', ['three']],
    ]);
  });

  it('are everything when there is no mockup, and then nothing stands in', () => {
    const state = aState(mockups(), [anOption('colour', COLOURS)]);

    expect(unshownChoices(state)).toEqual([{ sellerProductVariantIds: ['sku'], options: {}, templateId: undefined }]);
  });

  it('are listed up to a limit', () => {
    const values = Array.from({ length: UNSHOWN_LISTED_MAX + 2 }, (_none, at) => `value-${at}`);
    const state = aState(mockups({ colour: 'value-0' }), [anOption('colour', values)]);

    expect(unshown(state)).toHaveLength(UNSHOWN_LISTED_MAX);
    const fewer = aState(mockups({ colour: 'value-0' }), [anOption('colour', values.slice(0, -1))]);
    expect(unshown(fewer)).toHaveLength(UNSHOWN_LISTED_MAX);
  });
});
