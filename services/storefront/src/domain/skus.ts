import { optionLabel } from '@estampa/kernel/option-label';
import type { AllowedOptions, Option, ProductState } from './product-state.ts';
import { skuRenders, templateRenders } from './sku-renders.ts';

export type Sku = ReturnType<typeof skusOf>[number];

/** The SKUs of a product that can be bought: active in the seller product and in the catalog. */
export function skusOf({ product, type, templates, renders }: ProductState) {
  const available = templateRenders(templates, renders);
  return product.variants.flatMap((variant) => {
    const catalogVariant = type.variants.get(variant.productVariantId);
    if (!variant.isActive || !catalogVariant?.isActive) return [];
    const allowed = withoutLostOptions(variant.allowedOptions, type.options);
    return {
      id: variant.id,
      catalogVariant,
      productVariantId: variant.productVariantId,
      allowedOptions: Object.fromEntries(Object.entries(allowed).map(([key, { values }]) => [key, values])),
      optionLabel: optionLabel(catalogVariant.assets, type.assets),
      priceCents: variant.priceCents,
      renders: skuRenders(available, catalogVariant, allowed, type.options),
    };
  });
}

/** An option that was taken off while it was optional, and is required now, inherits all its values: so does who sells it. */
function withoutLostOptions(allowed: AllowedOptions, options: readonly Option[]): AllowedOptions {
  const isLost = (key: string) => options.some((option) => option.key === key && option.isActive && option.required);
  return Object.fromEntries(Object.entries(allowed).filter(([key, { values }]) => values.length > 0 || !isLost(key)));
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
