import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import {
  SellerProduct,
  type SellerProductVariant,
  type StringList,
} from '@estampa/contracts/catalog/v1/seller_product';
import { shareOut } from '@estampa/kernel/money';
import type { AllFields } from '@estampa/kernel/all-fields';
import { appendEvent } from '@estampa/kit/events/outbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CostedVariant, SellerProductParts, ShowingTemplate } from '../db/seller-product-parts.ts';
import type { SellerVariant } from '../db/seller-variant-repository.ts';
import type { SellerProductRow } from '../db/tables/seller-product.ts';
import type { AllowedOptions } from '../domain/options.ts';
import { coversCost } from '../domain/price.ts';
import type { PrintRules } from '../domain/print-rules.ts';
import { printRulesMessage } from './product-type.ts';
import { textLayerMessage } from './text-layer.ts';

export const sellerProductMessage = (
  { product, variants, surfaces }: SellerProductParts,
  templates: readonly ShowingTemplate[] = [],
  printRules: PrintRules | null = null,
): AllFields<SellerProduct> => ({
  id: product.id,
  sellerProfileId: product.sellerProfileId,
  productTypeId: product.productTypeId,
  artworkId: product.artworkId,
  title: product.title,
  slug: product.slug ?? undefined,
  description: product.description ?? undefined,
  status: product.status,
  variants: variants.map(sellerVariantMessage),
  createdAt: product.createdAt,
  updatedAt: product.updatedAt,
  publishedAt: product.publishedAt ?? undefined,
  templateIds: templatesOf(null, templates),
  surfaces: surfaces.map(({ textLayer, ...used }, place) => ({
    ...used,
    templateIds: templatesOf(place === 0 ? null : used.surface, templates),
    furtherTemplateIds: templates.filter(({ further }) => further.includes(used.surface)).map(({ id }) => id),
    textLayer: textLayer && textLayerMessage(textLayer),
  })),
  printRules: printRulesMessage(printRules),
});

const templatesOf = (surface: string | null, templates: readonly ShowingTemplate[]): string[] =>
  templates.filter((template) => template.surface === surface).map(({ id }) => id);

/** Publishes the product with its active variants. The caller increments the version. */
export function publishSellerProduct(tx: EntityManager, type: string, parts: SellerProductParts): void {
  const { product, variants } = parts;
  const onSale = variants.filter(({ variant }) => variant.isActive).map(({ variant }) => variantState(variant));
  const sellerProduct = { ...sellerProductMessage({ ...parts, variants: [] }), variants: onSale };
  publishState(tx, type, { sellerProduct, version: product.version, deleted: false });
}

/** Publishes that the product was deleted, and what it showed on its surfaces, so that all renders of it go. */
export function publishSellerProductDeleted(tx: EntityManager, type: string, product: SellerProductRow): void {
  const { id, sellerProfileId, productTypeId, artworkId, version } = product;
  const surfaces = (product.surfaces ?? []).map((used) => ({ surface: used.surface, artworkId: used.artworkId }));
  const sellerProduct = SellerProduct.fromPartial({ id, sellerProfileId, productTypeId, artworkId, surfaces });
  publishState(tx, type, { sellerProduct, version: version + 1, deleted: true });
}

const publishState = (tx: EntityManager, type: string, message: AllFields<SellerProductChanged>): void =>
  appendEvent(tx, 'catalog.v1', SellerProductChanged, {
    type,
    key: `seller_product:${message.sellerProduct!.id}`,
    message,
  });

export const sellerVariantMessage = ({ variant, basis }: CostedVariant): AllFields<SellerProductVariant> => ({
  ...variantState(variant),
  earningsCents: shareOut({ priceCents: variant.priceCents, ...basis }).artistEarningsCents,
  priceBelowCost: !coversCost(variant.priceCents, basis),
});

/** Without what follows from costs and percentages of today: in an event it would be wrong tomorrow. */
const variantState = (variant: SellerVariant): AllFields<SellerProductVariant> => ({
  id: variant.id,
  productVariantId: variant.productVariantId,
  priceCents: variant.priceCents,
  allowedOptions: stringLists(variant.allowedOptions),
  sku: variant.sku ?? undefined,
  isActive: variant.isActive,
  earningsCents: 0,
  priceBelowCost: false,
});

const stringLists = (allowed: AllowedOptions): Record<string, StringList> =>
  Object.fromEntries(Object.entries(allowed).map(([key, values]) => [key, { values }]));
