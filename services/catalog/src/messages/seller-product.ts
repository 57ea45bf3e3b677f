import type { SellerProduct, SellerProductVariant, StringList } from '@estampa/contracts/catalog/v1/catalog';
import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import { shareOut } from '@estampa/kernel/money';
import { announce } from '@estampa/kit/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CostedVariant, SellerProductParts } from '../db/seller-product-parts.ts';
import type { AllowedOptions } from '../domain/options.ts';
import { coversCost } from '../domain/price.ts';

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

/** Tells the whole product with its variants. The version grows by the caller. */
export const announceSellerProduct = (tx: EntityManager, type: string, parts: SellerProductParts): void =>
  announce(tx, 'catalog.v1', SellerProductChanged, {
    type,
    key: `seller_product:${parts.product.id}`,
    message: { sellerProduct: sellerProductMessage(parts), version: parts.product.version },
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
