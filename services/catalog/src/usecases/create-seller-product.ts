import { DomainError, unknownReference } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/caller';
import { insertNew } from '@estampa/kit/insert-new';
import type { Work } from '@estampa/kit/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { loadOptions, optionRules } from '../db/product-type-parts.ts';
import { ProductTypeRow } from '../db/product-type.entity.ts';
import { asShown, type ShownSellerProduct } from '../db/seller-product-parts.ts';
import { SellerProductRow } from '../db/seller-product.entity.ts';
import { VariantRow } from '../db/variant.entity.ts';
import { type AllowedOptions, checkAllowedOptions } from '../domain/options.ts';
import { mustCoverCost } from '../domain/price.ts';
import { mustHold } from '../domain/refusals.ts';
import { announceSellerProduct } from '../messages/seller-product.ts';
import { slugTaken } from './slug-taken.ts';

export type NewSellerProduct = {
  sellerProfileId: string;
  productTypeId: string;
  artworkId: string;
  title: string;
  slug: string | null;
  description: string | null;
  variants: readonly NewVariant[];
};
type NewVariant = { productVariantId: string; priceCents: number; allowedOptions: AllowedOptions; sku: string | null };

/** A draft: nothing is rendered and nothing is public before it is made active. */
export async function createSellerProduct(
  context: Context,
  input: NewSellerProduct,
): Promise<Work<ShownSellerProduct>> {
  mustBeSeller(context.caller, input.sellerProfileId);
  await mustOwnArtwork(context, input);
  return async (tx) => {
    const type = await tx.findOne(ProductTypeRow, { id: input.productTypeId, isActive: true });
    if (!type) throw unknownReference('productTypeId', 'product type');
    await mustBeSellable(tx, type, input.variants);

    const product = await addProduct(tx, input, context.now());
    if (!product) throw slugTaken(input.slug);
    await addVariants(tx, product, input.variants);
    const [shown] = await asShown(tx, [product]);
    announceSellerProduct(tx, 'seller_product_created', shown!);
    return shown!;
  };
}

async function mustOwnArtwork({ artworks }: Context, { artworkId, sellerProfileId }: NewSellerProduct): Promise<void> {
  const { artwork } = await artworks.getArtwork({ id: artworkId }).catch((error: unknown) => {
    if (error instanceof DomainError && ['not_found', 'forbidden'].includes(error.kind)) return { artwork: undefined };
    throw error;
  });
  if (artwork?.sellerProfileId !== sellerProfileId || artwork.status !== 'active') {
    throw unknownReference('artworkId', 'artwork');
  }
}

/** Every catalog variant at most once, on sale, with allowed options that exist and a price that pays. */
async function mustBeSellable(tx: EntityManager, type: ProductTypeRow, variants: readonly NewVariant[]): Promise<void> {
  const ids = variants.map(({ productVariantId }) => productVariantId);
  const found = await tx.find(
    VariantRow,
    { id: { $in: ids }, productTypeId: type.id, isActive: true },
    { disableIdentityMap: true },
  );
  const catalog = new Map(found.map((row) => [row.id, row]));
  const unknown = ids.findIndex((id) => !catalog.has(id));
  if (unknown >= 0) throw unknownReference(`variants[${unknown}].productVariantId`, 'product variant');

  const firstIndex = new Map(ids.map((id, index) => [id, index] as const).toReversed());
  const options = optionRules(await loadOptions(tx, [type.id], { onlyActive: true }));
  mustHold(
    variants.flatMap(({ productVariantId, allowedOptions }, index) => [
      ...(firstIndex.get(productVariantId) === index ? [] : [duplicate(index)]),
      ...checkAllowedOptions(allowedOptions, options, `variants[${index}].allowedOptions`),
    ]),
  );
  mustCoverCost(
    variants.map(({ productVariantId, priceCents }, index) => ({
      path: `variants[${index}].priceCents`,
      priceCents,
      basis: {
        baseCostCents: catalog.get(productVariantId)!.baseCostCents,
        platformFeeBasisPoints: type.platformFeeBasisPoints,
        artistRoyaltyBasisPoints: type.artistRoyaltyBasisPoints,
      },
    })),
  );
}

const duplicate = (index: number) => ({
  path: `variants[${index}].productVariantId`,
  code: 'duplicate',
  message: 'is given twice',
});

const addProduct = (tx: EntityManager, input: NewSellerProduct, createdAt: Date): Promise<SellerProductRow | null> =>
  insertNew(tx, SellerProductRow, {
    id: newId(),
    sellerProfileId: input.sellerProfileId,
    productTypeId: input.productTypeId,
    artworkId: input.artworkId,
    title: input.title,
    slug: input.slug,
    description: input.description,
    status: 'draft',
    version: 1,
    createdAt,
    updatedAt: createdAt,
    publishedAt: null,
  });

/** One statement, since there can be thousands. */
async function addVariants(tx: EntityManager, product: SellerProductRow, variants: readonly NewVariant[]) {
  const rows = variants.map((variant) => ({ id: newId(), ...variant }));
  await tx.execute(
    `insert into seller_product_variant
       (id, seller_product_id, product_variant_id, price_cents, allowed_options, sku, is_active, created_at)
     select id, ?, "productVariantId", "priceCents", "allowedOptions", sku, true, ?
     from jsonb_to_recordset(?::jsonb)
       as v(id uuid, "productVariantId" uuid, "priceCents" int, "allowedOptions" jsonb, sku text)`,
    [product.id, product.createdAt, JSON.stringify(rows)],
  );
}
