import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { changeWaitlistEntry, lockWaitlistEntryById } from './change-waitlist-entry.ts';

/** A member that is absent was not sent; null clears it. */
export type UpdateWaitlistEntry = { id: string; name?: string; whatsapp?: string | null; notes?: string | null };

export function updateWaitlistEntry(
  context: Context,
  { id, ...change }: UpdateWaitlistEntry,
): TransactionBody<WaitlistEntryRow> {
  mustReachAll(context.caller);
  return async (tx) => {
    const entry = await lockWaitlistEntryById(tx, id);
    changeWaitlistEntry(tx, entry, { ...change, updatedAt: context.now() }, 'waitlist_entry_updated');
    return entry;
  };
}
