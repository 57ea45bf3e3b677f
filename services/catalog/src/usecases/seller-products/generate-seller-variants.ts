import { wrongState } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { CostedVariant } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { basisByVariant, sellerTerms } from '../../db/seller-terms-repository.ts';
import { sellerVariants } from '../../db/seller-variant-repository.ts';
import { pricesOf, type Pricing } from '../../domain/price-plan.ts';
import { mustHaveRoom } from '../../domain/seller-variant.ts';
import { sellerVariantsChanged } from './seller-variants-changed.ts';

type Input = { sellerProductId: string; pricing: Pricing };

export type GeneratedSellerVariants = { created: number; existing: number; variants: CostedVariant[] };

/** Adds what the product never had of its type's active variants; those that it has, active or not, stay as they are. */
export function generateSellerVariants(
  { caller, now }: Context,
  input: Input,
): TransactionBody<GeneratedSellerVariants> {
  const { sellerProductId: id, pricing } = input;
  return async (tx) => {
    const { shown, rows } = await sellerProducts.lockWith(tx, id, sellerTerms.findAllOfProduct(id));
    mustBeSeller(caller, shown.product.sellerProfileId);
    const terms = rows[0]!;
    if (!terms.isActive) throw wrongState('The product type is inactive, so it offers nothing new');
    const known = new Set(shown.variants.map(({ variant }) => variant.productVariantId));
    const missing = [...basisByVariant(terms, shown.surfaces)].filter(
      ([productVariantId]) => !known.has(productVariantId),
    );
    const active = shown.variants.filter(({ variant }) => variant.isActive);
    const existing = terms.variants.length - missing.length;
    if (missing.length === 0) return { created: 0, existing, variants: active };
    mustHaveRoom(shown.variants, missing.length);

    const prices = pricesOf(
      missing.map(([, basis]) => basis),
      pricing,
    );
    const added = missing.map(([productVariantId, basis], index): CostedVariant => {
      const own = { id: newId(), productVariantId, priceCents: prices[index]! };
      return { variant: { ...own, allowedOptions: {}, sku: null, isActive: true }, basis, isOffered: true };
    });
    sellerVariants.insert(
      tx,
      { sellerProductId: shown.product.id, createdAt: now() },
      added.map(({ variant }) => variant),
    );
    sellerVariantsChanged(tx, 'seller_product_variants_generated', shown, [...shown.variants, ...added], now());
    return { created: added.length, existing, variants: [...active, ...added] };
  };
}
