import { untilWaiting } from '@estampa/testing/lock-waiters';
import type { ServiceUnderTest } from '@estampa/testing/start-service';

type Lock = {
  /** Takes the lock, and what becomes of it when all wait: `$1` is the id in both. */
  lock: string;
  id: string;
  waiting: number;
  meanwhile?: string | (() => Promise<unknown>) | undefined;
  end?: 'commit' | 'rollback';
};

/** Locks a row until that many transactions wait for it, does something under the lock and releases it. */
export async function whileLocked<T>(
  { database }: ServiceUnderTest,
  { lock, id, waiting, meanwhile, end = 'commit' }: Lock,
  start: () => Promise<T>,
): Promise<T> {
  const blocker = await database.connect();
  try {
    await blocker.query('begin');
    await blocker.query(lock, [id]);
    const outcome = start();
    await untilWaiting(database, blocker, waiting);
    if (typeof meanwhile === 'string') await blocker.query(meanwhile, [id]);
    else await meanwhile?.();
    await blocker.query(end);
    return await outcome;
  } finally {
    blocker.release();
  }
}

export const USER_ROW = 'select 1 from user_account where id = $1 for update';
export const WAITLIST_ROW = 'select 1 from waitlist_entry where id = $1 for update';

/** The reasons of those that were rejected. */
export const rejectionsOf = (outcomes: readonly PromiseSettledResult<unknown>[]): string[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.reason as string] : []));
