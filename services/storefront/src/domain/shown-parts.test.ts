import { describe, expect, it } from 'vitest';
import {
  shownOfArtwork,
  shownOfGallery,
  shownOfRender,
  shownOfTemplate,
  shownOfType,
  shownOfVariant,
} from './shown-parts.ts';

const noon = new Date('2026-03-01T12:00:00Z');

const type = {
  productType: { slug: 'camiseta', name: 'Camiseta', surfaces: [{ key: 'front', name: 'Frente' }] },
  assets: [{ key: 'size', value: 'M', labelPt: 'Médio', isActive: true }],
  options: [
    {
      key: 'color',
      labelPt: 'Cor',
      inputType: 'select',
      displayBehavior: 'filter',
      required: true,
      isActive: true,
      values: [{ value: 'black', labelPt: 'Preto', isActive: true }],
    },
  ],
};
const [asset] = type.assets as [(typeof type.assets)[0]];
const [option] = type.options as [(typeof type.options)[0]];

describe('of a product type', () => {
  it.each([
    ['its fees and text', { productType: { ...type.productType, platformFeeBasisPoints: 9, description: 'x' } }],
    [
      'what its surfaces cost',
      { productType: { ...type.productType, surfaces: [{ ...type.productType.surfaces[0]!, extraCostCents: 9 }] } },
    ],
    ['a label in English', { assets: [{ ...asset, labelEn: 'Medium' }] }],
    ['an inactive option', { options: [option, { ...option, key: 'collar', isActive: false }] }],
    [
      'an inactive value',
      { options: [{ ...option, values: [...option.values, { value: 'white', labelPt: 'Branco', isActive: false }] }] },
    ],
  ])('%s shows nothing', (_case, change) => {
    expect(shownOfType({ ...type, ...change })).toBe(shownOfType(type));
  });

  it.each([
    ['its name', { productType: { ...type.productType, name: 'Camiseta longa' } }],
    ['the name of a surface', { productType: { ...type.productType, surfaces: [{ key: 'front', name: 'Peito' }] } }],
    ['its slug', { productType: { ...type.productType, slug: 'camiseta-longa' } }],
    ['a label', { assets: [{ ...asset, labelPt: 'Único' }] }],
    ['the label of a key', { assets: [{ ...asset, keyLabelPt: 'Tamanho' }] }],
    ['an asset that becomes inactive', { assets: [{ ...asset, isActive: false }] }],
    ['a new asset', { assets: [asset, { ...asset, value: 'G' }] }],
    ['the order of assets', { assets: [{ ...asset, value: 'G' }, asset] }],
    ['an option', { options: [{ ...option, required: false }] }],
    ['an option that becomes inactive', { options: [{ ...option, isActive: false }] }],
    ['the colour of a value', { options: [{ ...option, values: [{ ...option.values[0]!, hexColor: '#000000' }] }] }],
  ])('%s shows', (_case, change) => {
    expect(shownOfType({ ...type, ...change })).not.toBe(shownOfType(type));
  });
});

describe('of a catalog variant', () => {
  const variant = { assets: { size: 'M', finish: 'matte' }, isActive: true };

  it.each([
    ['the order of members', { ...variant, assets: { finish: 'matte', size: 'M' } }, true],
    ['its cost', { ...variant, baseCostCents: 9 }, true],
    ['its assets', { ...variant, assets: { size: 'G' } }, false],
    ['becoming inactive', { ...variant, isActive: false }, false],
  ])('%s', (_case, after, isSame) => {
    expect(shownOfVariant(after) === shownOfVariant(variant)).toBe(isSame);
  });

  it('is null while it is inactive', () => {
    expect(shownOfVariant({ assets: {}, isActive: false })).toBeNull();
  });
});

describe('of a template', () => {
  const template = { id: 't', productTypeId: 'type', assets: {}, isActive: true, createdAt: noon, deleted: false };

  it.each([
    ['a mask, a name, a revision', { ...template, displayName: 'x', revision: 2, images: [{}] }, true],
    ['assets', { ...template, assets: { size: 'M' } }, false],
    ['options', { ...template, options: { values: { color: 'black' } } }, false],
    ['its age', { ...template, createdAt: new Date(0) }, false],
    ['becoming inactive', { ...template, isActive: false }, false],
    ['its end', { ...template, deleted: true }, false],
  ])('%s', (_case, after, isSame) => {
    expect(shownOfTemplate(after) === shownOfTemplate(template)).toBe(isSame);
  });

  it('is null while it is inactive or deleted', () => {
    expect([
      shownOfTemplate({ ...template, isActive: false }),
      shownOfTemplate({ ...template, deleted: true }),
    ]).toEqual([null, null]);
  });
});

describe('of an artwork', () => {
  const artwork = {
    id: 'a',
    title: 'Onça',
    previewKey: 'p.webp',
    dominantColor: '#000000',
    tags: ['x'],
    deleted: false,
  };

  it.each([
    ['its state', { ...artwork, status: 'inactive' }, true],
    ['its tags', { ...artwork, tags: ['x', 'y'] }, false],
    ['its title', { ...artwork, title: 'Arara' }, false],
    ['its preview', { ...artwork, previewKey: 'q.webp' }, false],
    ['its colour', { ...artwork, dominantColor: '#FFFFFF' }, false],
    ['its end', { ...artwork, deleted: true }, false],
  ])('%s', (_case, after, isSame) => {
    expect(shownOfArtwork(after) === shownOfArtwork(artwork)).toBe(isSame);
  });
});

describe('of a render', () => {
  const render = {
    artworkId: 'a',
    templateId: 't',
    imageKey: 'r.webp',
    status: 'rendered',
    createdAt: noon,
    deleted: false,
  };

  it.each([
    ['its size', { ...render, widthPx: 9 }, true],
    ['its picture', { ...render, imageKey: 's.webp' }, false],
    ['its age', { ...render, createdAt: new Date(0) }, false],
    ['a failure', { ...render, status: 'failed' }, false],
    ['its end', { ...render, deleted: true }, false],
  ])('%s', (_case, after, isSame) => {
    expect(shownOfRender(after) === shownOfRender(render)).toBe(isSame);
  });
});

describe('of the images of a product', () => {
  const image = { imageKey: 'a.webp', altText: 'Uma caneca', isPrimary: true, position: 1 };
  const gallery = { images: [image], deleted: false };
  const changed = (change: Partial<typeof image>) => ({ ...gallery, images: [{ ...image, ...change }] });

  it.each([
    ['what nobody sees', { ...gallery, images: [{ ...image, uploadedBy: 's-1' }] }, true],
    ['another image', changed({ imageKey: 'b.webp' }), false],
    ['another text', changed({ altText: 'Outra' }), false],
    ['what is first', changed({ isPrimary: false }), false],
    ['the order', changed({ position: 2 }), false],
    ['one more', { ...gallery, images: [image, { ...image, position: 2 }] }, false],
  ])('%s', (_case, after, isSame) => {
    expect(shownOfGallery(after) === shownOfGallery(gallery)).toBe(isSame);
  });

  it('nothing is shown of none, and of a deleted one', () => {
    expect(shownOfGallery({ ...gallery, images: [] })).toBeNull();
    expect(shownOfGallery({ ...gallery, deleted: true })).toBeNull();
    expect(shownOfGallery(gallery)).not.toBeNull();
  });
});
