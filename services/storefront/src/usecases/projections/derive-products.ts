import type { ReceivedEvent } from '@estampa/kit/events/consumers';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type LoadedState, productStates } from '../../db/product-state-repository.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { storeProducts } from '../../db/store-product-repository.ts';
import { storeProduct, unlistedProduct } from '../../domain/store-product.ts';
import type { Touched } from '../../domain/touched.ts';
import type { LeftToDerive } from './left-to-derive.ts';

/** The job that goes on with what is more than one chunk. */
export const DERIVATIONS = 'derivations';

/** Leaves the products that an event touches for the end of its transaction. */
export const leaveTouched = (touched: Touched, { id: eventId }: Pick<ReceivedEvent, 'id'>): LeftToDerive => ({
  touched: [{ touched, eventId }],
});

export const NOTHING_LEFT: LeftToDerive = {};

/** The products of one chunk, in the order of their ids. */
export async function deriveChunk(tx: EntityManager, touched: Touched, afterId: string) {
  const { ids, isLast } = await sellerProducts.lockTouched(tx, [touched], afterId);
  // They are locked: of two who derive one, the second sees what the first was told.
  if (ids.length > 0) deriveFrom(tx, ids, await productStates.find(tx, ids));
  return { ids, isLast };
}

/** Of ids without states nothing is left. */
export const deriveFrom = (tx: EntityManager, ids: readonly string[], states: readonly LoadedState[]): void =>
  storeProducts.save(tx, ids, states.map(derive));

const derive = (state: LoadedState) => (state.type ? storeProduct(state) : unlistedProduct(state.product));
