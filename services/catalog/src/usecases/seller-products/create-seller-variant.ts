import { newId } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { CostedVariant } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { basisByVariant, sellerTerms } from '../../db/seller-terms-repository.ts';
import { sellerVariants } from '../../db/seller-variant-repository.ts';
import { deactivatedBefore, mustBeSellable, mustHaveRoom, type WantedVariant } from '../../domain/seller-variant.ts';
import { sellerVariantsChanged, withVariant } from './seller-variants-changed.ts';

type Input = { sellerProductId: string; wanted: WantedVariant };

/** One more; what was deactivated before comes back as it is wanted now, under its id. */
export function createSellerVariant({ caller, now }: Context, input: Input): TransactionBody<CostedVariant> {
  const { sellerProductId: id, wanted } = input;
  return async (tx) => {
    const { shown, rows } = await sellerProducts.lockWith(
      tx,
      id,
      sellerTerms.findOfProduct(id, [wanted.productVariantId]),
    );
    mustBeSeller(caller, shown.product.sellerProfileId);
    const terms = rows[0]!;
    const basis = terms.isActive ? basisByVariant(terms, shown.surfaces) : new Map();
    mustBeSellable([wanted], basis, terms.options, () => '');
    const known = deactivatedBefore(shown.variants, wanted.productVariantId);
    mustHaveRoom(shown.variants, 1);

    const variant = { ...wanted, id: known?.variant.id ?? newId(), isActive: true };
    const added = { variant, basis: basis.get(wanted.productVariantId)!, isOffered: true };
    if (known) sellerVariants.save(tx, variant);
    else sellerVariants.insert(tx, { sellerProductId: shown.product.id, createdAt: now() }, [variant]);
    sellerVariantsChanged(tx, 'seller_product_variant_added', shown, withVariant(shown.variants, added), now());
    return added;
  };
}
