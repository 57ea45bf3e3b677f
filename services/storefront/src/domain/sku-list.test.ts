import { describe, expect, it } from 'vitest';
import type { Render, Template } from './product-state.ts';
import { skuList, skusText } from './sku-list.ts';
import type { Sku } from './skus.ts';

const SKUS = 5_000;
const TEMPLATES = 10;
const MEBIBYTE = 1_048_576;

const id = (number: number) => `018f0000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

const shown = (name: string, options?: Template['options']) => ({
  template: { id: name, productTypeId: id(1), assets: {}, options, isActive: true } satisfies Template,
  render: { artworkId: id(2), templateId: name, imageKey: keyOf(name), status: 'rendered' } satisfies Render,
});
const keyOf = (name: string) =>
  `public/sellers/${id(3)}/artworks/${id(2)}/renders/${name}/v1/render.webp?v=0123456789abcdef`;

const sku = (number: number, change: Partial<Sku> = {}): Sku => ({
  id: id(number),
  catalogVariant: { assets: {}, isActive: true },
  productVariantId: id(100_000 + number),
  allowedOptions: {},
  optionLabel: `Tamanho ${number} / Algodão penteado`,
  priceCents: 7990,
  renders: [],
  ...change,
});

describe('a list of SKUs', () => {
  it('can be read back as it was, with images by their keys', () => {
    const [front, black] = [shown('front'), shown('black', { values: { color: 'black' } })];
    const allowedOptions = { color: ['black', '"quoted"'], ['renders']: [] };
    const text = skusText(
      skuList([
        sku(1, { renders: [front, black], optionLabel: 'A "B" \\ / Ç' }),
        sku(2, { renders: [black], allowedOptions }),
        sku(3, { allowedOptions }),
      ]),
    );

    expect(text).toContain(String.raw`"url":"\/public/`);
    const rendered = ({ template, render }: typeof front) => ({
      templateId: template.id,
      url: `/${render.imageKey}`,
      options: template.options?.values ?? null,
    });
    const expected = {
      id: id(1),
      productVariantId: id(100_001),
      allowedOptions: {},
      optionLabel: 'A "B" \\ / Ç',
      priceCents: 7990,
      renders: [rendered(front), rendered(black)],
    };
    const [one, two, three] = JSON.parse(text);
    expect(one).toEqual(expected);
    expect(Object.keys(one)).toEqual(Object.keys(expected));
    expect([two.allowedOptions, two.renders]).toEqual([allowedOptions, [rendered(black)]]);
    expect([three.allowedOptions, three.renders]).toEqual([allowedOptions, []]);
  });

  it('may be empty', () => {
    expect(skusText(skuList([]))).toBe('[]');
  });

  it(`of ${SKUS} with ${TEMPLATES} images each takes less than a megabyte`, () => {
    const renders = Array.from({ length: TEMPLATES }, (_one, at) => shown(`template-${at}`));
    const list = skuList(Array.from({ length: SKUS }, (_one, at) => sku(at, { renders })));

    expect(Buffer.byteLength(list)).toBeLessThan(MEBIBYTE);
    expect(list.split(keyOf('template-0'))).toHaveLength(2);
    const skus = JSON.parse(skusText(list));
    expect([skus.length, skus.at(-1).id, skus.at(-1).renders.length]).toEqual([SKUS, id(SKUS - 1), TEMPLATES]);
  });
});
