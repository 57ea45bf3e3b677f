import type { EntityManager } from '@mikro-orm/postgresql';
import type { CostedVariant, ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { publishSellerProduct } from '../../messages/seller-product.ts';

/** Increments the version of a locked product after a change of its variants, and publishes it with them. */
export function sellerVariantsChanged(
  tx: EntityManager,
  event: string,
  { product: before, surfaces }: ShownSellerProduct,
  variants: readonly CostedVariant[],
  updatedAt: Date,
): void {
  const product = { ...before, version: before.version + 1, updatedAt };
  sellerProducts.save(tx, product);
  publishSellerProduct(tx, event, { product, surfaces, variants });
}

/** The variants with one of them replaced, or with it behind the others. */
export const withVariant = (variants: readonly CostedVariant[], one: CostedVariant): CostedVariant[] =>
  variants.some(({ variant }) => variant.id === one.variant.id)
    ? variants.map((other) => (other.variant.id === one.variant.id ? one : other))
    : [...variants, one];
