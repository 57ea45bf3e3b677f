import { alreadyExists, wrongState } from '@estampa/kernel/errors';
import { unknownReferences } from './chosen-assets.ts';
import { VARIANTS_PER_PRODUCT_MAX } from './limits.ts';
import { type AllowedOptions, checkAllowedOptions, type OptionRule } from './options.ts';
import { type CostBasis, mustCoverCost } from './price.ts';
import { limitReached, mustBeValid } from './rejections.ts';
import { repeated } from './repeated.ts';

export type WantedVariant = {
  productVariantId: string;
  priceCents: number;
  allowedOptions: AllowedOptions;
  sku: string | null;
};

type Variant = { id: string; productVariantId: string; isActive: boolean };
/** `isOffered`: the catalog's variant and its type are active. */
type VariantState = { variant: Variant; isOffered: boolean };

/** Every catalog variant at most once and on offer, with allowed options that exist and a price that pays. */
export function mustBeSellable(
  wanted: readonly WantedVariant[],
  basisOf: ReadonlyMap<string, CostBasis>,
  options: readonly OptionRule[],
  pathOf: (index: number) => string,
): void {
  const ids = wanted.map(({ productVariantId }) => productVariantId);
  const idAt = (index: number) => `${pathOf(index)}productVariantId`;
  const unknown = ids.flatMap((id, index) => (basisOf.has(id) ? [] : [unknownVariant(idAt(index))]));
  if (unknown.length > 0) throw unknownReferences(unknown);
  mustBeValid([
    ...repeated(ids, idAt),
    ...wanted.flatMap(({ allowedOptions }, index) =>
      checkAllowedOptions(allowedOptions, options, `${pathOf(index)}allowedOptions`),
    ),
  ]);
  mustCoverCost(
    wanted.map(({ productVariantId, priceCents }, index) => ({
      path: `${pathOf(index)}priceCents`,
      priceCents,
      basis: basisOf.get(productVariantId)!,
    })),
  );
}

const unknownVariant = (path: string) => ({
  path,
  code: 'unknown_reference',
  message: 'names no product variant that can be used here',
});

/** What buyers can have. */
export const isOnSale = ({ variant, isOffered }: VariantState): boolean => variant.isActive && isOffered;

/** The variant that was deactivated and comes back, where there is one: a product has each catalog variant once. */
export function deactivatedBefore<V extends VariantState>(
  variants: readonly V[],
  productVariantId: string,
): V | undefined {
  const same = variants.filter(({ variant }) => variant.productVariantId === productVariantId);
  if (same.some(({ variant }) => variant.isActive)) {
    throw alreadyExists('The product already has an active variant of this catalog variant');
  }
  return same.at(-1);
}

export function mustHaveRoom(variants: readonly VariantState[], added: number): void {
  const count = variants.filter(({ variant }) => variant.isActive).length + added;
  if (count <= VARIANTS_PER_PRODUCT_MAX) return;
  throw limitReached(
    `With these the product would have ${count} active variants, more than ${VARIANTS_PER_PRODUCT_MAX}`,
  );
}

/**
 * An active product has at least one active variant with active options; where no variant has such options any more,
 * one active variant is enough.
 */
export function mustNotBeLast(status: string, variants: readonly VariantState[], id: string): void {
  if (status !== 'active') return;
  const active = variants.filter(({ variant }) => variant.isActive);
  const onSale = active.filter(isOnSale);
  const counted = onSale.length > 0 ? onSale : active;
  if (counted.length > 1 || counted[0]?.variant.id !== id) return;
  throw wrongState('The product is active and this is its last active variant');
}

/** One that comes back must be on offer, and the only active one of its catalog variant. */
export function mustComeBack(variants: readonly VariantState[], { variant, isOffered }: VariantState): void {
  if (!isOffered) throw wrongState('The catalog does not offer this variant any more');
  deactivatedBefore(variants, variant.productVariantId);
}

type Said = Omit<WantedVariant, 'productVariantId'> & { isActive: boolean };

/** Whether anything was changed; lists of allowed values in another order are another choice. */
export const isSameVariant = (one: Said, other: Said): boolean =>
  one.priceCents === other.priceCents &&
  one.sku === other.sku &&
  one.isActive === other.isActive &&
  asText(one.allowedOptions) === asText(other.allowedOptions);

/** The order of the keys says nothing. */
const asText = (allowed: AllowedOptions): string =>
  JSON.stringify(Object.entries(allowed).toSorted(([key], [other]) => (key < other ? -1 : 1)));
