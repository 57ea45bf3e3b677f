import type { Context } from '../../context.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';
import {
  addedTo,
  checkChangedSurfaces,
  extraCostCents,
  inOrder,
  isSameUse,
  type UsedSurface,
  type WantedSurface,
  withTextLayers,
} from '../../domain/product-surfaces.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { goesOnSale, type Readiness, type SellerProductChange } from '../../domain/seller-product.ts';
import { mustOwnArtworks } from './owned-artworks.ts';
import { hasRenders, readinessOf } from './product-readiness.ts';

/** A product that is printed on other surfaces than before; the same one twice where nothing is said of them, or nothing new. */
export type SurfaceChange = { before: ShownSellerProduct; after: ShownSellerProduct };

/** What the variants cost changes with the surfaces. */
export function surfaceChange(before: ShownSellerProduct, wanted: readonly WantedSurface[] | undefined): SurfaceChange {
  if (!wanted) return { before, after: before };
  const { product, offered } = before;
  mustBeValid(checkChangedSurfaces(wanted, product.artworkId, offered));
  const surfaces = inOrder(withTextLayers(wanted, before.surfaces), offered);
  if (isSameUse(before.surfaces, surfaces)) return { before, after: before };

  const moreCents = addedCents(before.surfaces, surfaces, offered);
  const variants = before.variants.map((one) => ({
    ...one,
    basis: { ...one.basis, baseCostCents: one.basis.baseCostCents + moreCents },
  }));
  return { before, after: { ...before, product: { ...product, surfaces }, surfaces, variants } };
}

const addedCents = (
  before: readonly UsedSurface[],
  used: readonly UsedSurface[],
  offered: ShownSellerProduct['offered'],
): number => extraCostCents({ used, offered }) - extraCostCents({ used: before, offered });

/** Whether the product goes on sale, or is on sale and gets other surfaces: then all of it that is new has to be ready. */
export const mustBeReady = ({ before, after }: SurfaceChange, wanted: SellerProductChange): boolean =>
  goesOnSale(before.product, wanted) || (after !== before && (wanted.status ?? before.product.status) === 'active');

/** What a product on sale showed already need not be asked for, while the same renders show it. */
export const areNewlyShown = (
  { before, after }: SurfaceChange,
  context: Context,
  wanted: SellerProductChange,
): Promise<boolean> => hasRenders(context, after, goesOnSale(before.product, wanted) ? [] : before.surfaces);

/** As a price is only checked where it is changed, so on sale it is only checked where surfaces cost more than those before. */
export function readinessAfter(
  { before, after }: SurfaceChange,
  wanted: SellerProductChange,
  isRendered: boolean | null,
): Readiness & { changesSurfaces: boolean } {
  const readiness = { ...readinessOf(after, isRendered), changesSurfaces: after !== before };
  const costsMore = addedCents(before.surfaces, after.surfaces, after.offered) > 0;
  return costsMore || goesOnSale(before.product, wanted) ? readiness : { ...readiness, pricings: [] };
}

/** Artworks that the product had before may be inactive by now. */
export function mustOwnAdded(
  context: Context,
  { before: { product, surfaces } }: SurfaceChange,
  wanted: readonly WantedSurface[] = [],
): Promise<void> {
  const named = wanted.flatMap((one, index) =>
    addedTo(surfaces, [one]).map(({ artworkId }) => ({ artworkId, path: `surfaces[${index}].artworkId` })),
  );
  return mustOwnArtworks(context, product.sellerProfileId, named);
}
