import { DomainError, unknownReference } from '@estampa/kernel/errors';
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
import { mustBeSellable, type WantedVariant } from '../../domain/seller-variant.ts';
import { publishSellerProduct } from '../../messages/seller-product.ts';
import { slugTaken } from '../product-types/slug-taken.ts';

export type NewSellerProduct = {
  sellerProfileId: string;
  productTypeId: string;
  artworkId: string;
  title: string;
  slug: string | null;
  description: string | null;
  variants: readonly WantedVariant[];
};

/** A draft: nothing is rendered and nothing is public before it is made active. */
export async function createSellerProduct(
  context: Context,
  input: NewSellerProduct,
): Promise<TransactionBody<ShownSellerProduct>> {
  mustBeSeller(context.caller, input.sellerProfileId);
  await mustOwnArtwork(context, input);
  return async (tx) => {
    const { productTypeId } = input;
    if (!isUuid(productTypeId)) throw unknownReference('productTypeId', 'product type');
    const ids = input.variants.map(({ productVariantId }) => productVariantId);
    const [[terms]] = await pipeline(tx, sellerTerms.findOfType(productTypeId, ids));
    if (!terms?.isActive) throw unknownReference('productTypeId', 'product type');
    const basis = basisByVariant(terms);
    mustBeSellable(input.variants, basis, terms.options, (index) => `variants[${index}].`);

    const product = draftOf(input, context.now());
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
    const shown = { product, variants, templateIds: terms.templateIds };
    publishSellerProduct(tx, 'seller_product_created', shown);
    if (reachesAll(context.caller!))
      recordAudit(tx, { action: 'seller_product_created', subject: `seller_product:${product.id}` });
    return shown;
  };
}

async function mustOwnArtwork(context: Context, { artworkId, sellerProfileId }: NewSellerProduct): Promise<void> {
  const { artwork } = await context.artworks.getArtwork({ id: artworkId }).catch(nothing({ artwork: undefined }));
  if (artwork?.sellerProfileId === sellerProfileId && artwork.status === 'active') return;
  if (reachesAll(context.caller!)) await mustBeKnown(context, sellerProfileId);
  throw unknownReference('artworkId', 'artwork');
}

/** An admin names the seller; where the artwork fits, its owner exists. */
async function mustBeKnown({ sellerProfiles }: Context, sellerProfileId: string): Promise<void> {
  const { profile } = await sellerProfiles
    .getSellerProfile({ id: sellerProfileId })
    .catch(nothing({ profile: undefined }));
  if (!profile) throw unknownReference('sellerProfileId', 'seller profile');
}

/** A missing artwork and another seller's artwork give the same error. */
const nothing =
  <T>(response: T) =>
  (error: unknown): T => {
    if (error instanceof DomainError && ['not_found', 'forbidden'].includes(error.kind)) return response;
    throw error;
  };

const draftOf = (
  { sellerProfileId, productTypeId, artworkId, title, slug, description }: NewSellerProduct,
  createdAt: Date,
): SellerProductRow => ({
  id: newId(),
  sellerProfileId,
  productTypeId,
  artworkId,
  title,
  slug,
  description,
  status: 'draft',
  version: 1,
  createdAt,
  updatedAt: createdAt,
  publishedAt: null,
});
