import { DomainError, wrongState } from '@estampa/kernel/errors';
import { mustCoverCost, type Pricing } from './price.ts';

export const STATUSES = ['draft', 'active', 'paused', 'archived'] as const;
export type SellerProductStatus = (typeof STATUSES)[number];

/** The lifecycle: the permitted transitions between statuses. */
export const NEXT: Readonly<Record<SellerProductStatus, readonly SellerProductStatus[]>> = {
  draft: ['active', 'archived'],
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  archived: ['draft'],
};

export const isStatus = (text: string): text is SellerProductStatus => Object.hasOwn(NEXT, text);

export type SellerProduct = {
  title: string;
  slug: string | null;
  description: string | null;
  status: SellerProductStatus;
  publishedAt: Date | null;
};

export type SellerProductChange = Partial<Omit<SellerProduct, 'publishedAt'>>;

/** What else a product needs to be on sale, besides its own fields; each price has to pay. */
export type Readiness = {
  /** Of each surface that it uses; on sale already, of each that is new. */
  hasRender: boolean;
  hasActiveVariant: boolean;
  /** Names of those that its type requires and it does not use. */
  missingSurfaces: readonly string[];
  pricings: readonly Pricing[];
};

/**
 * The product after a change, or the rejection. Readiness matters only to a product that goes on sale, or is on sale and gets
 * other surfaces.
 */
export function change(
  product: SellerProduct,
  wanted: SellerProductChange,
  { changesSurfaces = false, ...readiness }: Readiness & { changesSurfaces?: boolean },
  now: Date,
): SellerProduct {
  const after = { ...product, ...wanted };
  if (after.status !== product.status && !NEXT[product.status].includes(after.status)) {
    throw wrongState(`The product is ${product.status} and cannot become ${after.status}`);
  }
  if (goesOnSale(product, after) || (changesSurfaces && after.status === 'active')) {
    mustBeComplete(after, readiness);
    mustCoverCost(readiness.pricings);
    return { ...after, publishedAt: product.publishedAt ?? now };
  }
  if (after.status === 'active')
    mustBeComplete(after, { hasRender: true, hasActiveVariant: true, missingSurfaces: [] });
  return after;
}

export const goesOnSale = (before: Pick<SellerProduct, 'status'>, after: SellerProductChange): boolean =>
  before.status !== 'active' && after.status === 'active';

/** Whether anything was changed. */
export const isSame = (one: SellerProduct, other: SellerProduct): boolean =>
  one.title === other.title &&
  one.slug === other.slug &&
  one.description === other.description &&
  one.status === other.status;

/** The event type of a change. */
export function eventOf(before: SellerProductStatus, after: SellerProductStatus): string {
  return before === after ? 'seller_product_updated' : WORD[after];
}

const WORD: Readonly<Record<SellerProductStatus, string>> = {
  draft: 'seller_product_restored',
  active: 'seller_product_published',
  paused: 'seller_product_paused',
  archived: 'seller_product_archived',
};

type Parts = Omit<Readiness, 'pricings'>;

function mustBeComplete({ slug }: Pick<SellerProduct, 'slug'>, parts: Parts): void {
  const { hasRender, hasActiveVariant, missingSurfaces } = parts;
  const missing = [
    ...(slug ? [] : ['a slug']),
    ...(hasRender ? [] : ['a render']),
    ...(hasActiveVariant ? [] : ['an active variant']),
    ...missingSurfaces.map((name) => `an artwork on its surface ${name}`),
  ];
  if (missing.length === 0) return;
  throw new DomainError('wrong_state', 'cannot_publish', `To be active the product needs ${missing.join(' and ')}`);
}
