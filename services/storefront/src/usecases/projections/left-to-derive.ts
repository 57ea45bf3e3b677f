import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { News } from '../../db/keep-fact.ts';
import type { FactRow } from '../../db/product-facts.ts';
import type { Locked, Touched } from '../../db/touched-products.ts';

/** What a consumer's transaction derives at its end: products that it heard of, and those that its other facts touch. */
export type LeftToDerive = {
  products: Received<SellerProductChanged>[];
  /** The products as they were kept ahead, with what is shown of them. */
  stored?: readonly [News[], FactRow[]];
  /** What was new of the renders that were kept ahead. */
  renders?: readonly News[];
  /** The first of the products that they touch, locked, with what is shown of them. */
  ofRenders?: { locked: Locked; facts: FactRow[] };
  touched: { touched: Touched; eventId: string }[];
};

const left = new WeakMap<object, LeftToDerive>();

export function leftIn(tx: EntityManager): LeftToDerive {
  const transaction = tx.getTransactionContext<object>()!;
  const known = left.get(transaction) ?? { products: [], touched: [] };
  left.set(transaction, known);
  return known;
}
