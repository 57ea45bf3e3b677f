import type { EntityManager } from '@mikro-orm/postgresql';

/** Takes an advisory lock until the transaction ends, without waiting; false when another transaction has it. */
export async function tryLock(tx: EntityManager, key: number): Promise<boolean> {
  const [lock] = await tx.execute<[{ taken: boolean }]>('select pg_try_advisory_xact_lock(?) as taken', [key]);
  return lock.taken;
}
