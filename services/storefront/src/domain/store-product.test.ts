import { describe, expect, it } from 'vitest';
import type { ProductState, ProductVariant } from './product-state.ts';
import { skusText } from './sku-list.ts';
import { storeProduct, unlistedProduct } from './store-product.ts';

const noon = new Date('2026-01-02T12:00:00.000Z');

const aVariant = (id: string, change: Partial<ProductVariant> = {}): ProductVariant => ({
  id,
  productVariantId: `catalog-${id}`,
  priceCents: 7990,
  allowedOptions: {},
  isActive: true,
  ...change,
});

const state: ProductState = {
  product: {
    id: 'product',
    sellerProfileId: 'seller',
    productTypeId: 'type',
    artworkId: 'artwork',
    title: 'Onça-pintada',
    slug: 'onca-pintada',
    status: 'active',
    variants: [aVariant('m'), aVariant('g', { priceCents: 8990, allowedOptions: { color: { values: ['black'] } } })],
    createdAt: noon,
  },
  type: {
    type: { id: 'type', slug: 't-shirt', name: 'Camiseta' },
    assets: [
      { key: 'size', value: 'M', labelPt: 'Médio', isActive: true },
      { key: 'size', value: 'G', labelPt: 'Grande', isActive: true },
    ],
    options: [],
    variants: new Map([
      ['catalog-m', { assets: { size: 'M' }, isActive: true }],
      ['catalog-g', { assets: { size: 'G' }, isActive: true }],
    ]),
  },
  artwork: {
    id: 'artwork',
    title: 'Onça',
    previewKey: 'preview.webp',
    dominantColor: '#AA5500',
    tags: ['Reggae', 'São Luís'],
  },
  templates: [
    { id: 'front', productTypeId: 'type', assets: {}, isActive: true, createdAt: noon },
    {
      id: 'white',
      productTypeId: 'type',
      assets: {},
      options: { values: { color: 'white' } },
      isActive: true,
      createdAt: new Date(noon.getTime() + 1),
    },
  ],
  renders: [
    { artworkId: 'artwork', templateId: 'front', imageKey: 'front.webp', status: 'rendered', createdAt: noon },
    {
      artworkId: 'artwork',
      templateId: 'white',
      imageKey: 'white-w900.webp',
      status: 'rendered',
      createdAt: new Date(noon.getTime() + 2),
    },
  ],
  images: [],
  store: { storeName: 'Ateliê do João', artistName: 'João' },
};

const withProduct = (change: Partial<ProductState['product']>): ProductState => ({
  ...state,
  product: { ...state.product, ...change },
});
const pageOf = (changed: ProductState) => {
  const { pageHead, pageSkus, pageTail, minPriceCents, maxPriceCents } = storeProduct(changed);
  const skus = JSON.parse(skusText(pageSkus!));
  return { ...JSON.parse(pageHead!), skus, minPriceCents, maxPriceCents, ...JSON.parse(pageTail!) };
};

describe('storeProduct', () => {
  it('makes the page in the order of the contract', () => {
    const { pageHead, pageTail } = storeProduct(state);

    expect(Object.keys(JSON.parse(pageHead!))).toEqual([
      'id',
      'title',
      'description',
      'slug',
      'productTypeId',
      'productTypeName',
      'productTypeSlug',
      'assetDefinitions',
      'optionDefinitions',
      'surfaces',
    ]);
    expect(Object.keys(JSON.parse(pageTail!))).toEqual(['artwork', 'images']);
  });

  it('names what is printed as the type does, and the front where neither says more', () => {
    const type = (surfaces: { key: string; name: string }[]) => ({
      ...state.type,
      type: { ...state.type.type, surfaces },
    });
    const [front, back] = [
      { key: 'front', name: 'Peito' },
      { key: 'back', name: 'Costas' },
    ];
    const both = ['front', 'back'].map((surface) => ({ surface, artworkId: 'artwork' }));
    const printed = { ...state, product: { ...state.product, surfaces: both } };

    expect(pageOf(state).surfaces).toEqual([{ key: 'front', name: 'Frente' }]);
    expect(pageOf({ ...state, type: type([back, front]) }).surfaces).toEqual([back]);
    expect(pageOf({ ...printed, type: type([front, back]) }).surfaces).toEqual([front, back]);
    // The type's event comes later.
    expect(pageOf({ ...printed, type: type([front]) }).surfaces).toEqual([front, { key: 'back', name: 'back' }]);
  });

  it('shows each SKU with its label, options and renders', () => {
    expect(pageOf(state).skus).toEqual([
      {
        id: 'm',
        productVariantId: 'catalog-m',
        allowedOptions: {},
        optionLabel: 'Médio',
        priceCents: 7990,
        renders: [
          { templateId: 'front', url: '/front.webp', sizes: [], options: null },
          { templateId: 'white', url: '/white-w900.webp', sizes: [400, 800], options: { color: 'white' } },
        ],
      },
      {
        id: 'g',
        productVariantId: 'catalog-g',
        allowedOptions: { color: ['black'] },
        optionLabel: 'Grande',
        priceCents: 8990,
        renders: [{ templateId: 'front', url: '/front.webp', sizes: [], options: null }],
      },
    ]);
    expect(pageOf(state)).toMatchObject({ minPriceCents: 7990, maxPriceCents: 8990, description: null, images: [] });
  });

  it('leaves out variants that are inactive here or in the catalog, and those that are not known from the catalog', () => {
    const variants = [aVariant('m', { isActive: false }), aVariant('g', { priceCents: 9990 }), aVariant('unknown')];
    const page = pageOf(withProduct({ variants }));

    expect(page.skus.map(({ id }: { id: string }) => id)).toEqual(['g']);
    expect(page).toMatchObject({ minPriceCents: 9990, maxPriceCents: 9990 });
  });

  it.each([
    ['inherits all of an option that became required after it was taken off', true, true, {}, ['front', 'white']],
    ['has none of an optional one that was taken off', false, true, { color: [] }, ['front']],
    ['leaves the choice of an option that is gone as it was', true, false, { color: [] }, ['front']],
  ])('%s', (_, required, isActive, allowedOptions, templateIds) => {
    const values = [{ value: 'white', labelPt: 'Branca', isActive: true }];
    const option = { key: 'color', labelPt: 'Cor', inputType: 'select', displayBehavior: 'filter', values };
    const changed = withProduct({ variants: [aVariant('m', { allowedOptions: { color: { values: [] } } })] });
    const type = { ...state.type, options: [{ ...option, required, isActive }] };
    const [sku] = pageOf({ ...changed, type }).skus;

    expect(sku.allowedOptions).toEqual(allowedOptions);
    expect(sku.renders.map(({ templateId }: { templateId: string }) => templateId)).toEqual(templateIds);
  });

  it('has no price when nothing can be bought', () => {
    expect(storeProduct(withProduct({ variants: [] }))).toMatchObject({ minPriceCents: null, maxPriceCents: null });
  });

  it.each([
    ['active', true, false],
    ['draft', false, false],
    ['paused', false, false],
    ['archived', false, true],
  ])('of a product that is %s: listed %s, archived %s', (status, isListed, isArchived) => {
    expect(storeProduct(withProduct({ status }))).toMatchObject({ isListed, isArchived });
  });

  it('is found by its title, type, store and tags, whatever the accents', () => {
    expect(storeProduct(state).searchText).toBe('onca-pintada camiseta atelie do joao joao reggae sao luis');
    const named = { storeName: 'João', artistName: 'João' };
    expect(storeProduct({ ...state, store: named }).searchText).toBe('onca-pintada camiseta joao reggae sao luis');
    expect(storeProduct({ ...state, store: null }).searchText).toBe('onca-pintada camiseta reggae sao luis');
  });
});

describe('the thumbnail', () => {
  const image = (imageKey: string, position: number, isPrimary = false) => ({
    imageKey,
    altText: undefined,
    isPrimary,
    position,
  });

  it.each([
    ['primary image', [image('first', 0), image('primary', 1, true)], state.renders, 'primary'],
    ['of two primaries the lowest', [image('second', 2, true), image('first', 1, true)], state.renders, 'first'],
    ['first image', [image('later', 1), image('first', 0)], state.renders, 'first'],
    ['latest render', [], state.renders, 'white-w900.webp'],
    ['artwork preview', [], [], 'preview.webp'],
  ])('is the %s', (_case, images, renders, expected) => {
    expect(storeProduct({ ...state, images, renders }).thumbnailKey).toBe(expected);
  });

  it('is never a render that no SKU shows', () => {
    const variants = [aVariant('g', { allowedOptions: { color: { values: ['black'] } } })];

    expect(storeProduct(withProduct({ variants })).thumbnailKey).toBe('front.webp');
  });
});

describe('unlistedProduct', () => {
  it('leaves a product that cannot be shown yet out of the store', () => {
    expect(unlistedProduct(state.product)).toMatchObject({ id: 'product', isListed: false, pageHead: null });
  });
});
