import { unknownReference } from '@estampa/kernel/errors';
import { isUuid, newId } from '@estampa/kernel/ids';
import { recordAudit } from '@estampa/kit/service/audit';
import { mustBeSeller, reachesAll } from '@estampa/kit/rpc/caller';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { basisByVariant, sellerTerms } from '../../db/seller-terms-repository.ts';
import { sellerVariants } from '../../db/seller-variant-repository.ts';
import type { SellerProductRow } from '../../db/tables/seller-product.ts';
import {
  checkUsedSurfaces,
  firstSurfaceAlone,
  inOrder,
  type ProductSurface,
  type UsedSurface,
  type WantedSurface,
  withTextLayers,
} from '../../domain/product-surfaces.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { mustBeSellable, type WantedVariant } from '../../domain/seller-variant.ts';
import { publishSellerProduct } from '../../messages/seller-product.ts';
import { mustOwnArtworks } from './owned-artworks.ts';
import { slugTaken } from '../product-types/slug-taken.ts';

export type NewSellerProduct = {
  sellerProfileId: string;
  productTypeId: string;
  artworkId: string;
  title: string;
  slug: string | null;
  description: string | null;
  variants: readonly WantedVariant[];
  /** Left out: the artwork on the first surface of the type. */
  surfaces?: readonly WantedSurface[] | undefined;
};

/** A draft: nothing is rendered and nothing is public before it is made active. */
export async function createSellerProduct(
  context: Context,
  input: NewSellerProduct,
): Promise<TransactionBody<ShownSellerProduct>> {
  mustBeSeller(context.caller, input.sellerProfileId);
  const { artworkId, surfaces = [], sellerProfileId } = input;
  await mustOwnArtworks(context, sellerProfileId, [
    { artworkId, path: 'artworkId' },
    ...surfaces.map((one, index) => ({ artworkId: one.artworkId, path: `surfaces[${index}].artworkId` })),
  ]);
  return async (tx) => {
    const { productTypeId } = input;
    if (!isUuid(productTypeId)) throw unknownReference('productTypeId', 'product type');
    const ids = input.variants.map(({ productVariantId }) => productVariantId);
    const [[terms]] = await pipeline(tx, sellerTerms.findOfType(productTypeId, ids, sellerProfileId));
    if (!terms?.isActive) throw unknownReference('productTypeId', 'product type');
    const used = surfacesOf(input, terms.surfaces);
    const basis = basisByVariant(terms, used);
    mustBeSellable(input.variants, basis, terms.options, (index) => `variants[${index}].`);

    const product = draftOf({ ...input, surfaces: used }, context.now());
    if (!(await sellerProducts.insert(tx, product))) throw slugTaken(input.slug);
    const variants = input.variants.map((wanted) => ({
      variant: { id: newId(), ...wanted, isActive: true },
      basis: basis.get(wanted.productVariantId)!,
      isOffered: true,
    }));
    sellerVariants.insert(
      tx,
      { sellerProductId: product.id, createdAt: product.createdAt },
      variants.map(({ variant }) => variant),
    );
    const { templates, surfaces: offered, printRules } = terms;
    const shown = { product, surfaces: used, variants, templates, offered, printRules };
    publishSellerProduct(tx, 'seller_product_created', shown);
    if (reachesAll(context.caller!))
      recordAudit(tx, { action: 'seller_product_created', subject: `seller_product:${product.id}` });
    return shown;
  };
}

/** Those that were sent, in the order of the type; all that is wrong with them is said at once. */
function surfacesOf({ surfaces, artworkId }: NewSellerProduct, offered: readonly ProductSurface[]): UsedSurface[] {
  if (!surfaces) return firstSurfaceAlone(artworkId, offered);
  mustBeValid(checkUsedSurfaces(surfaces, artworkId, offered));
  return inOrder(withTextLayers(surfaces, []), offered);
}

const draftOf = (
  {
    sellerProfileId,
    productTypeId,
    artworkId,
    surfaces,
    title,
    slug,
    description,
  }: NewSellerProduct & { surfaces: readonly UsedSurface[] },
  createdAt: Date,
): SellerProductRow => ({
  id: newId(),
  sellerProfileId,
  productTypeId,
  artworkId,
  surfaces,
  title,
  slug,
  description,
  status: 'draft',
  version: 1,
  createdAt,
  updatedAt: createdAt,
  publishedAt: null,
});
