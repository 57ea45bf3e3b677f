import { DomainError } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';
import type { SellerProductRow } from '../../db/tables/seller-product.ts';
import { templates } from '../../db/template-repository.ts';
import type { Readiness } from '../../domain/seller-product.ts';
import { isOnSale } from '../../domain/seller-variant.ts';

type Product = Pick<SellerProductRow, 'id' | 'productTypeId' | 'artworkId' | 'version'>;

/**
 * Whether the artwork has been rendered on one of the active templates of the product's type. If so it stays active for the
 * product that is about to go on sale.
 */
export async function hasRender({ em, artworks }: Context, product: Product): Promise<boolean> {
  const { id: sellerProductId, productTypeId, artworkId, version: productVersion } = product;
  const templateIds = await templates.findActiveIds(em, productTypeId);
  if (templateIds.length === 0) return false;

  const artwork = await artworks.holdArtwork({ artworkId, sellerProductId, productVersion, templateIds });
  if (!artwork.isActive) {
    throw new DomainError('wrong_state', 'cannot_publish', 'To be active the product needs an artwork that is active');
  }
  return artwork.isRendered;
}

/** What else it takes to be on sale: something that can be sold, and prices that pay at today's costs. */
export const readinessOf = (
  { variants }: Pick<ShownSellerProduct, 'variants'>,
  isRendered: boolean | null,
): Readiness => ({
  hasRender: isRendered ?? false,
  hasActiveVariant: variants.some(isOnSale),
  pricings: variants.flatMap(({ variant, basis }, index) =>
    variant.isActive ? [{ path: `variants[${index}].priceCents`, priceCents: variant.priceCents, basis }] : [],
  ),
});
