import type { EntityManager } from '@mikro-orm/postgresql';
import { currentCall } from '../rpc/call.ts';

/** What is done in one transaction, once everything it must know of others is known. */
export type TransactionBody<T> = (tx: EntityManager) => Promise<T>;

/** Has committed when it returns. When the call is aborted it is rolled back instead: its caller will try again. */
export const transact = <T>(em: EntityManager, body: TransactionBody<T>): Promise<T> =>
  em.transactional(async (tx) => {
    // The connection may have been waited for: nothing has been sent over it yet.
    currentCall()?.signal?.throwIfAborted();
    const result = await body(tx);
    await tx.flush();
    currentCall()?.signal?.throwIfAborted();
    return result;
  });
