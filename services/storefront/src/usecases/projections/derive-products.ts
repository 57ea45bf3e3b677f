import type { EventFacts } from '@estampa/kit/events/consumers';
import type { EntityManager } from '@mikro-orm/postgresql';
import { loadFacts, type LoadedFacts } from '../../db/product-facts.ts';
import { saveStoreProducts } from '../../db/store-products.ts';
import { lockTouched, type Touched } from '../../db/touched-products.ts';
import { storeProduct, unlistedProduct } from '../../domain/store-product.ts';
import type { LeftToDerive } from './left-to-derive.ts';

/** The job that goes on with what is more than one chunk. */
export const DERIVATIONS = 'derivations';

/** Leaves the products that an event touches for the end of its transaction. */
export const leaveTouched = (touched: Touched, { id: eventId }: Pick<EventFacts, 'id'>): LeftToDerive => ({
  touched: [{ touched, eventId }],
});

export const NOTHING_LEFT: LeftToDerive = {};

/** The products of one chunk, in the order of their ids. */
export async function deriveChunk(tx: EntityManager, touched: Touched, afterId: string) {
  const { ids, isLast } = await lockTouched(tx, [touched], afterId);
  // They are locked: of two who derive one, the second sees what the first was told.
  if (ids.length > 0) deriveFrom(tx, ids, await loadFacts(tx, ids));
  return { ids, isLast };
}

/** Of ids without facts nothing is left. */
export const deriveFrom = (tx: EntityManager, ids: readonly string[], facts: readonly LoadedFacts[]): void =>
  saveStoreProducts(tx, ids, facts.map(derive));

const derive = (facts: LoadedFacts) => (facts.type ? storeProduct(facts) : unlistedProduct(facts.product));
