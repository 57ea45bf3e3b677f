import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { lockSession } from './log-out.ts';
import { revokeSession } from './sessions.ts';

/** One of the caller’s own; one that has ended already stays so. */
export function endSession(context: Context, { id }: { id: string }): TransactionBody<void> {
  const { userId } = someone(context.caller);
  return async (tx) => {
    const ending = isUuid(id) ? await lockSession(tx, userId, id) : null;
    if (!ending) throw notFound('session', id);
    revokeSession(tx, ending.user, ending.session, context.now());
  };
}
