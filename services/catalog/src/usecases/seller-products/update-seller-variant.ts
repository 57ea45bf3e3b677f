import { notFound } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { CostedVariant, ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { sellerTerms } from '../../db/seller-terms-repository.ts';
import { type SellerVariant, sellerVariants } from '../../db/seller-variant-repository.ts';
import { checkAllowedOptions } from '../../domain/options.ts';
import { mustCoverCost } from '../../domain/price.ts';
import { mustBeValid } from '../../domain/rejections.ts';
import { isSameVariant, mustComeBack, mustNotBeLast } from '../../domain/seller-variant.ts';
import { sellerVariantsChanged, withVariant } from './seller-variants-changed.ts';

export type SellerVariantChange = Partial<Pick<SellerVariant, 'priceCents' | 'allowedOptions' | 'sku' | 'isActive'>>;
type Input = { sellerProductId: string; id: string; wanted: SellerVariantChange };

/** Fields that are sent are validated against current costs and options; the others stay, even if no longer valid. */
export function updateSellerVariant({ caller, now }: Context, input: Input): TransactionBody<CostedVariant> {
  const { sellerProductId, wanted } = input;
  return async (tx) => {
    const { shown, rows } = await sellerProducts.lockWith(
      tx,
      sellerProductId,
      sellerTerms.findOfProduct(sellerProductId, []),
    );
    mustBeSeller(caller, shown.product.sellerProfileId);
    const before = variantOf(shown, input.id);
    const { priceCents, allowedOptions } = wanted;
    if (allowedOptions) mustBeValid(checkAllowedOptions(allowedOptions, rows[0]!.options, 'allowedOptions'));
    const after = { ...before, variant: { ...before.variant, ...wanted } };
    if (priceCents !== undefined || comesBack(before, after)) mustPay(after);
    if (isSameVariant(before.variant, after.variant)) return before;
    mustBeAllowed(shown, before, after);

    sellerVariants.save(tx, after.variant);
    sellerVariantsChanged(tx, eventOf(before, after), shown, withVariant(shown.variants, after), now());
    return after;
  };
}

/** Buyers cannot have it any more; orders of it stay. */
export const deactivateSellerVariant = (context: Context, ids: Omit<Input, 'wanted'>): TransactionBody<unknown> =>
  updateSellerVariant(context, { ...ids, wanted: { isActive: false } });

function variantOf({ variants }: ShownSellerProduct, id: string): CostedVariant {
  const found = variants.find(({ variant }) => variant.id === id.toLowerCase());
  if (!found) throw notFound('variant of this product', id);
  return found;
}

const comesBack = ({ variant: before }: CostedVariant, { variant: after }: CostedVariant): boolean =>
  after.isActive && !before.isActive;

/** Also the price of one that comes back: while it was away, surfaces may have been added, or its cost raised, without a look at it. */
const mustPay = ({ variant: { priceCents }, basis }: CostedVariant): void =>
  mustCoverCost([{ path: 'priceCents', priceCents, basis }]);

function mustBeAllowed({ product, variants }: ShownSellerProduct, before: CostedVariant, after: CostedVariant): void {
  if (before.variant.isActive === after.variant.isActive) return;
  if (after.variant.isActive) mustComeBack(variants, after);
  else mustNotBeLast(product.status, variants, after.variant.id);
}

function eventOf({ variant: before }: CostedVariant, { variant: after }: CostedVariant): string {
  if (before.isActive === after.isActive) return 'seller_product_variant_updated';
  return after.isActive ? 'seller_product_variant_added' : 'seller_product_variant_deactivated';
}
