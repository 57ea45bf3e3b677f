import { imageSizes } from '@estampa/kernel/image-sizes';
import { imageAddress } from './image-address.ts';
import type { Sku } from './skus.ts';

type Options = Readonly<Record<string, string>>;

/**
 * The stored form of a product's SKUs: what many of them share is stored once and referred to by its position. Otherwise
 * thousands of SKUs with ten images each would take megabytes.
 */
type SkuList = {
  renders: [templateId: string, imageKey: string, options: Options | null][];
  allowedOptions: Readonly<Record<string, readonly string[]>>[];
  skus: [
    id: string,
    productVariantId: string,
    optionLabel: string,
    priceCents: number,
    allowed: number,
    renders: number[],
  ][];
};

export function skuList(skus: readonly Sku[]): string {
  const [renders, allowedOptions] = [new Places<SkuList['renders'][0]>(), new Places<SkuList['allowedOptions'][0]>()];
  const listed = skus.map((sku): SkuList['skus'][0] => [
    sku.id,
    sku.productVariantId,
    sku.optionLabel,
    sku.priceCents,
    allowedOptions.of(JSON.stringify(sku.allowedOptions), () => sku.allowedOptions),
    sku.renders.map(({ template, render }) =>
      renders.of(`${template.id} ${render.imageKey}`, () => [
        template.id,
        render.imageKey,
        template.options?.values ?? null,
      ]),
    ),
  ]);
  return JSON.stringify({ renders: renders.all, allowedOptions: allowedOptions.all, skus: listed } satisfies SkuList);
}

/** The SKUs as the page shows them, each complete. */
export function skusText(list: string): string {
  const { renders, allowedOptions, skus } = JSON.parse(list) as SkuList;
  const renderTexts = renders.map(([templateId, imageKey, options]) =>
    JSON.stringify({ templateId, url: imageAddress(imageKey), sizes: imageSizes(imageKey), options }),
  );
  const allowedTexts = allowedOptions.map((allowed) => JSON.stringify(allowed));
  const texts = skus.map(([id, productVariantId, optionLabel, priceCents, allowed, shown]) => {
    const head = JSON.stringify({ id, productVariantId }).slice(0, -1);
    const tail = JSON.stringify({ optionLabel, priceCents }).slice(1, -1);
    const images = shown.map((place) => renderTexts[place]).join(',');
    return `${head},"allowedOptions":${allowedTexts[allowed]},${tail},"renders":[${images}]}`;
  });
  return `[${texts.join(',')}]`;
}

/** Distinct values in the order in which they were added. */
class Places<T> {
  readonly all: T[] = [];
  readonly #places = new Map<string, number>();

  of(name: string, value: () => T): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.all.length);
    return this.all.push(value()) - 1;
  }
}
