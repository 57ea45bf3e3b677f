import { optionLabel } from './definitions.ts';
import type { ProductFacts } from './facts.ts';
import { skuRenders, templateRenders } from './sku-renders.ts';

export type Sku = ReturnType<typeof skusOf>[number];

/** What can be bought of a product: active here and in the catalog. */
export function skusOf({ product, type, templates, renders }: ProductFacts) {
  const available = templateRenders(templates, renders);
  return product.variants.flatMap((variant) => {
    const catalogVariant = type.variants.get(variant.productVariantId);
    if (!variant.isActive || !catalogVariant?.isActive) return [];
    return {
      id: variant.id,
      catalogVariant,
      productVariantId: variant.productVariantId,
      allowedOptions: Object.fromEntries(
        Object.entries(variant.allowedOptions).map(([key, { values }]) => [key, values]),
      ),
      optionLabel: optionLabel(type.assets, catalogVariant.assets),
      priceCents: variant.priceCents,
      renders: skuRenders(available, catalogVariant, variant.allowedOptions),
    };
  });
}

export function priceRange(skus: readonly { priceCents: number }[]): {
  minPriceCents: number | null;
  maxPriceCents: number | null;
} {
  const prices = skus.map(({ priceCents }) => priceCents);
  if (prices.length === 0) return { minPriceCents: null, maxPriceCents: null };
  return {
    minPriceCents: prices.reduce((one, other) => Math.min(one, other)),
    maxPriceCents: prices.reduce((one, other) => Math.max(one, other)),
  };
}
