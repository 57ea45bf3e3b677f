import type { EntityManager } from '@mikro-orm/postgresql';
import { loadFacts, type LoadedFacts } from '../db/product-facts.ts';
import { saveStoreProducts } from '../db/store-products.ts';
import { storeProduct, unlistedProduct } from '../domain/store-product.ts';

/** Bounds what one statement carries; only a type or artwork with very many products needs more than one. */
export const DERIVE_CHUNK_PRODUCTS = 500;

type Tie = 'id' | 'product_type_id' | 'artwork_id';

/** Derives anew what the store shows of the products that one fact touches; says how many. */
export async function deriveProducts(tx: EntityManager, tie: Tie, id: string): Promise<number> {
  // Locked before the facts are read: of two who derive one product, the second sees what the first was told.
  const locked = await tx.execute<{ id: string }[]>(
    `select id from seller_product where ${tie} = ? order by id for update`,
    [id],
  );
  const ids = locked.map((product) => product.id);
  await deriveLocked(tx, ids);
  return ids.length;
}

export async function deriveLocked(tx: EntityManager, ids: readonly string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += DERIVE_CHUNK_PRODUCTS) {
    const facts = await loadFacts(tx, ids.slice(start, start + DERIVE_CHUNK_PRODUCTS));
    await saveStoreProducts(tx, facts.map(derive));
  }
}

const derive = (facts: LoadedFacts) => (facts.type ? storeProduct(facts) : unlistedProduct(facts.product));
