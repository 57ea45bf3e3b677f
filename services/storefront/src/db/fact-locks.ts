import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * A product and what it is made of may be heard of at the same moment, in two transactions that do not see each other.
 * So whoever changes a type or artwork holds its lock alone, and whoever changes a product shares those of its parts:
 * the later of the two then finds what the earlier one committed. Taken before any row is touched.
 */
export const lockAlone = (tx: EntityManager, fact: string): Promise<unknown> =>
  tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [fact]);

export const lockShared = (tx: EntityManager, facts: readonly string[]): Promise<unknown> =>
  tx.execute('select pg_advisory_xact_lock_shared(hashtextextended(fact, 0)) from unnest(?::text[]) as fact', [
    `{${facts.join(',')}}`,
  ]);

export const productTypeLock = (id: string): string => `product_type:${id}`;
export const artworkLock = (id: string): string => `artwork:${id}`;
/** A template touches the products that were rendered on it, so it must not miss a render that is kept meanwhile. */
export const templateLock = (id: string): string => `template:${id}`;
