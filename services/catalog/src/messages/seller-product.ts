import type { SellerProduct, SellerProductVariant, StringList } from '@estampa/contracts/catalog/v1/catalog';
import { shareOut } from '@estampa/kernel/money';
import type { SellerProductRow } from '../db/seller-product.entity.ts';
import type { SellerProductVariantRow } from '../db/seller-product-variant.entity.ts';
import type { AllowedOptions } from '../domain/options.ts';
import { coversCost, type CostBasis } from '../domain/price.ts';

export type CostedVariant = { variant: SellerProductVariantRow; basis: CostBasis };

export type SellerProductParts = { product: SellerProductRow; variants: readonly CostedVariant[] };

export const sellerProductMessage = (
  { product, variants }: SellerProductParts,
  templateIds: readonly string[] = [],
): SellerProduct => ({
  id: product.id,
  sellerProfileId: product.sellerProfileId,
  productTypeId: product.productTypeId,
  artworkId: product.artworkId,
  title: product.title,
  slug: product.slug ?? undefined,
  description: product.description ?? undefined,
  status: product.status,
  variants: variants.map(variantMessage),
  createdAt: product.createdAt,
  updatedAt: product.updatedAt,
  publishedAt: product.publishedAt ?? undefined,
  templateIds: [...templateIds],
});

const variantMessage = ({ variant, basis }: CostedVariant): SellerProductVariant => ({
  id: variant.id,
  productVariantId: variant.productVariantId,
  priceCents: variant.priceCents,
  allowedOptions: stringLists(variant.allowedOptions),
  sku: variant.sku ?? undefined,
  isActive: variant.isActive,
  earningsCents: shareOut({ priceCents: variant.priceCents, ...basis }).artistEarningsCents,
  priceBelowCost: !coversCost(variant.priceCents, basis),
});

const stringLists = (allowed: AllowedOptions): Record<string, StringList> =>
  Object.fromEntries(Object.entries(allowed).map(([key, values]) => [key, { values }]));
