import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type LoadedState, productStates } from '../../db/product-state-repository.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { storeProducts } from '../../db/store-product-repository.ts';
import { storeProduct, unlistedProduct } from '../../domain/store-product.ts';
import type { Touched } from '../../domain/touched.ts';
import type { LeftToDerive } from './left-to-derive.ts';

/** The job that derives chunks beyond the first. */
export const DERIVATIONS = 'derivations';

/** Leaves the products that an event touches to the end of its transaction. */
export const leaveTouched = (touched: Touched, { id: eventId }: Pick<ReceivedEvent, 'id'>): LeftToDerive => ({
  touched: [{ touched, eventId }],
});

export const NOTHING_LEFT: LeftToDerive = {};

/** Derives one chunk of products, in the order of their ids. */
export async function deriveChunk(tx: EntityManager, touched: Touched, afterId: string) {
  const { ids, isLast } = await sellerProducts.lockTouched(tx, [touched], afterId);
  // The products are locked, so of two concurrent derivations the later one reads what the earlier one committed.
  if (ids.length > 0) deriveFrom(tx, ids, await productStates.find(tx, ids));
  return { ids, isLast };
}

/** Ids without a state are deleted from the store. */
export const deriveFrom = (tx: EntityManager, ids: readonly string[], states: readonly LoadedState[]): void =>
  storeProducts.save(tx, ids, states.map(derive));

const derive = (state: LoadedState) => (state.type ? storeProduct(state) : unlistedProduct(state.product));
