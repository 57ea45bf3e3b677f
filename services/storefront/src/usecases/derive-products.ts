import type { EventFacts } from '@estampa/kit/consumers';
import { leaveUnfinished } from '@estampa/kit/inbox';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { leaveDerivation } from '../db/derivations.ts';
import { markChanged } from '../db/page-changes.ts';
import { loadFacts, type LoadedFacts } from '../db/product-facts.ts';
import { saveStoreProducts } from '../db/store-products.ts';
import { DERIVE_CHUNK_PRODUCTS, LOWEST_ID, lockTouched, type Touched } from '../db/touched-products.ts';
import { homeNamesOf, namesOfProducts } from '../domain/page-names.ts';
import { storeProduct, unlistedProduct } from '../domain/store-product.ts';

/** The job that goes on with what is more than one chunk. */
export const DERIVATIONS = 'derivations';

/** Derives anew what the store shows of the products that a fact touches: the first chunk at once, the rest in steps. */
export async function deriveTouched(
  { em, wake, isCollecting }: Context,
  touched: Touched,
  event: Pick<EventFacts, 'id'>,
): Promise<void> {
  if (isCollecting) return;
  const { ids, isLast } = await deriveChunk(em, touched, LOWEST_ID);
  if (isLast) return;
  await leaveDerivation(em, { touched, afterId: ids.at(-1)!, eventId: event.id });
  await leaveUnfinished(em, event.id);
  wake(DERIVATIONS);
}

/** The products of one chunk, in the order of their ids. */
export async function deriveChunk(tx: EntityManager, touched: Touched, afterId: string) {
  const ids = await lockTouched(tx, touched, afterId);
  await deriveLocked(tx, ids);
  return { ids, isLast: ids.length < DERIVE_CHUNK_PRODUCTS };
}

/** The caller has locked them: of two who derive one, the second sees what the first was told. */
export async function deriveLocked(tx: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deriveFrom(tx, ids, await loadFacts(tx, ids));
}

/** Marks those that look different now. Of ids without facts nothing is left. */
export async function deriveFrom(
  tx: EntityManager,
  ids: readonly string[],
  facts: readonly LoadedFacts[],
): Promise<void> {
  const changed = await saveStoreProducts(tx, ids, facts.map(derive));
  markChanged(tx, [...namesOfProducts(changed), ...homeNamesOf(changed)]);
}

const derive = (facts: LoadedFacts) => (facts.type ? storeProduct(facts) : unlistedProduct(facts.product));
