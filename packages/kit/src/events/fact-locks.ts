import type { EntityManager } from '@mikro-orm/postgresql';
import { statement } from '../postgres/statement.ts';

/** The right to change something that several transactions may change at the same time, or to rely on it. */
export type FactLock = { fact: string; isShared: boolean };

/** For a transaction that changes it. */
export const alone = (fact: string): FactLock => ({ fact, isShared: false });
/** For a transaction that relies on it: many at once, and none that changes it. */
export const shared = (fact: string): FactLock => ({ fact, isShared: true });

/**
 * All locks of a transaction until it ends, one after the other in the same order everywhere, so that there are no deadlocks. What is
 * read after them is what their last owners left.
 */
export async function lockFacts(tx: EntityManager, locks: readonly FactLock[]): Promise<void> {
  if (locks.length === 0) return;
  const isShared = new Map<string, boolean>();
  for (const lock of locks) isShared.set(lock.fact, lock.isShared && isShared.get(lock.fact) !== false);
  const facts = [...isShared.keys()].toSorted();
  await LOCK.all(tx, [facts, facts.map((fact) => isShared.get(fact))]);
}

const LOCK = statement(
  `select case when is_shared
     then pg_advisory_xact_lock_shared(hashtextextended(fact, 0))
     else pg_advisory_xact_lock(hashtextextended(fact, 0)) end
   from unnest($1::text[], $2::boolean[]) as given (fact, is_shared)`,
  {},
);
