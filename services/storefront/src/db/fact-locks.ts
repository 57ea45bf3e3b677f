import { type Asked, statement } from '@estampa/kit/statement';

/**
 * A product and what it is made of may be heard of at the same moment, in two transactions that do not see each other.
 * So whoever changes a type or artwork holds its lock alone, and whoever changes a product shares those of its parts:
 * the later of the two then finds what the earlier one committed. Taken before any row is
 * touched, in the same round trip as the fact is kept.
 */
export const lockAlone = (fact: string): Asked<object> => ALONE.with(fact);

/** One after the other, in one order for all. */
export const lockEachAlone = (facts: readonly string[]): Asked<object> =>
  EACH_ALONE.with([...new Set(facts)].toSorted());

export const lockShared = (facts: readonly string[]): Asked<object> => SHARED.with([...new Set(facts)].toSorted());

const ALONE = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))', {});
const EACH_ALONE = statement(
  'select pg_advisory_xact_lock(hashtextextended(fact, 0)) from unnest($1::text[]) as fact',
  {},
);
const SHARED = statement(
  'select pg_advisory_xact_lock_shared(hashtextextended(fact, 0)) from unnest($1::text[]) as fact',
  {},
);

export const productTypeLock = (id: string): string => `product_type:${id}`;
export const artworkLock = (id: string): string => `artwork:${id}`;
/** A template touches the products that were rendered on it, so it must not miss a render that is kept meanwhile. */
export const templateLock = (id: string): string => `template:${id}`;
