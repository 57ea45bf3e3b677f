import { DomainError } from '@estampa/kernel/errors';
import { mockupName } from '@estampa/kernel/mockup-name';
import type { Context } from '../../context.ts';
import type { ShowingTemplate, ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { templates } from '../../db/template-repository.ts';
import { addedTo, shownSurface, unusedRequired, type UsedSurface } from '../../domain/product-surfaces.ts';
import type { Readiness } from '../../domain/seller-product.ts';
import { isOnSale } from '../../domain/seller-variant.ts';

/**
 * Whether what is printed on each surface of a product has been rendered on one of the active templates that show it, unless it was
 * shown before and is shown by the same renders still. If so the artworks stay active for the product that is about to be sold with
 * them.
 */
export async function hasRenders(
  { em, artworks }: Context,
  { product, surfaces: all, offered }: Pick<ShownSellerProduct, 'product' | 'surfaces' | 'offered'>,
  shownBefore: readonly UsedSurface[],
): Promise<boolean> {
  const { id: sellerProductId, productTypeId, version: productVersion } = product;
  const active = await templates.findActiveNames(em, productTypeId);
  const added = addedTo(shownBefore, all);
  const leaves = (one: UsedSurface) =>
    losesRenders(
      rendersShowing(one, { active, all: shownBefore, offered }),
      rendersShowing(one, { active, all, offered }),
    );
  const surfaces = all.filter((one) => added.includes(one) || leaves(one));
  if (surfaces.length === 0) return true;
  const used = surfaces.map((one) => {
    const shown = rendersShowing(one, { active, all, offered });
    const isOther = shownSurface(one.surface, offered) !== null;
    return { artworkId: one.artworkId, sellerProductId, productVersion, isOther, ...shown };
  });
  if (used.some(({ templateIds, alsoOn }) => templateIds.length + alsoOn.length === 0)) return false;

  const reserved = await Promise.all(
    used.map(({ alsoOn: list, ...one }) => artworks.holdArtwork({ ...one, alsoOn: { list } })),
  );
  if (!reserved.every(({ isActive }) => isActive)) {
    throw new DomainError('wrong_state', 'cannot_publish', 'To be active the product needs an artwork that is active');
  }
  return reserved.every(({ isRendered }) => isRendered);
}

type Showing = {
  active: readonly ShowingTemplate[];
  all: readonly UsedSurface[];
  offered: ShownSellerProduct['offered'];
};

/** The renders of a product that show this surface: as that of the template itself, and beside another one. */
function rendersShowing({ surface }: UsedSurface, { active, all, offered }: Showing) {
  const shown = shownSurface(surface, offered);
  const nameOn = ({ id, further }: ShowingTemplate) =>
    mockupName(
      id,
      all.filter((one) => further.includes(one.surface)),
    );
  const own = active.filter((template) => template.surface === shown);
  return {
    templateIds: [...new Set(own.flatMap((template) => [template.id, nameOn(template)]))],
    alsoOn: active.flatMap((template) => {
      const main = all.find((one) => shownSurface(one.surface, offered) === template.surface);
      if (!main || !template.further.includes(surface)) return [];
      return [{ artworkId: main.artworkId, templateId: nameOn(template) }];
    }),
  };
}

type Renders = ReturnType<typeof rendersShowing>;

/** Whether one that showed a surface shows something else now, as beside it something else is printed. */
function losesRenders(before: Renders, after: Renders): boolean {
  const left = new Set([...after.templateIds, ...after.alsoOn.map(({ templateId }) => templateId)]);
  return [...before.templateIds, ...before.alsoOn.map(({ templateId }) => templateId)].some((name) => !left.has(name));
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
