import type { EntityManager } from '@mikro-orm/postgresql';
import { statement } from '../postgres/statement.ts';

/** The right to change something that several transactions may change at the same time, or to rely on it. */
export type StateLock = { key: string; isShared: boolean };

/** For a transaction that changes it. */
export const exclusive = (key: string): StateLock => ({ key, isShared: false });
/** For a transaction that relies on it: many at once, and none that changes it. */
export const shared = (key: string): StateLock => ({ key, isShared: true });

/**
 * All locks of a transaction until it ends, one after the other in the same order everywhere, so that there are no deadlocks. What is
 * read after them is what their last owners left.
 */
export async function lockStates(tx: EntityManager, locks: readonly StateLock[]): Promise<void> {
  if (locks.length === 0) return;
  const isShared = new Map<string, boolean>();
  for (const lock of locks) isShared.set(lock.key, lock.isShared && isShared.get(lock.key) !== false);
  const keys = [...isShared.keys()].toSorted();
  await LOCK.all(tx, [keys, keys.map((key) => isShared.get(key))]);
}

const LOCK = statement(
  `select case when is_shared
     then pg_advisory_xact_lock_shared(hashtextextended(key, 0))
     else pg_advisory_xact_lock(hashtextextended(key, 0)) end
   from unnest($1::text[], $2::boolean[]) as given (key, is_shared)`,
  {},
);
