import { DomainError } from '@estampa/kernel/errors';
import type { Context } from '../../context.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { templates } from '../../db/template-repository.ts';
import { shownSurface, unusedRequired, type UsedSurface } from '../../domain/product-surfaces.ts';
import type { Readiness } from '../../domain/seller-product.ts';
import { isOnSale } from '../../domain/seller-variant.ts';

/**
 * Whether what is printed on each of these surfaces of a product has been rendered on one of the active templates that show it. If
 * so the artworks stay active for the product that is about to be sold with them.
 */
export async function hasRenders(
  { em, artworks }: Context,
  { product, offered }: Pick<ShownSellerProduct, 'product' | 'offered'>,
  surfaces: readonly UsedSurface[],
): Promise<boolean> {
  if (surfaces.length === 0) return true;
  const { id: sellerProductId, productTypeId, version: productVersion } = product;
  const active = await templates.findActiveNames(em, productTypeId);
  const used = surfaces.map(({ surface, artworkId }) => {
    const shown = shownSurface(surface, offered);
    const templateIds = active.filter((template) => template.surface === shown).map(({ id }) => id);
    return { artworkId, sellerProductId, productVersion, templateIds, isOther: shown !== null };
  });
  if (used.some(({ templateIds }) => templateIds.length === 0)) return false;

  const reserved = await Promise.all(used.map((one) => artworks.holdArtwork(one)));
  if (!reserved.every(({ isActive }) => isActive)) {
    throw new DomainError('wrong_state', 'cannot_publish', 'To be active the product needs an artwork that is active');
  }
  return reserved.every(({ isRendered }) => isRendered);
}

/** What else it takes to be on sale: something that can be sold, and prices that pay at today's costs. */
export const readinessOf = (
  { variants, surfaces, offered }: Pick<ShownSellerProduct, 'variants' | 'surfaces' | 'offered'>,
  isRendered: boolean | null,
): Readiness => ({
  hasRender: isRendered ?? false,
  missingSurfaces: unusedRequired({ used: surfaces, offered }).map(({ name }) => name),
  hasActiveVariant: variants.some(isOnSale),
  pricings: variants.flatMap(({ variant, basis }, index) =>
    variant.isActive ? [{ path: `variants[${index}].priceCents`, priceCents: variant.priceCents, basis }] : [],
  ),
});
