import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
import { outgoingEmails } from '../../db/email-repository.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import type { WaitlistEntry } from '../../domain/waitlist.ts';

/** The entry, under the lock that all its changes take. */
export async function lockWaitlistEntryById(tx: EntityManager, id: string): Promise<WaitlistEntryRow> {
  const entry = isUuid(id) ? await waitlistEntries.lock(tx, { id }) : null;
  if (!entry) throw notFound('waitlist entry', id);
  return entry;
}

/** What the e-mails to an entry are about. */
export const aboutEntry = (id: string): string => `waitlist_entry:${id}`;

export type WaitlistAudit =
  | 'waitlist_entry_invited'
  | 'waitlist_entry_rejected'
  | 'waitlist_entry_blocked'
  | 'waitlist_entry_updated';

/** Changes an entry that is locked, and writes down who did so. */
export function changeWaitlistEntry(
  tx: EntityManager,
  entry: WaitlistEntryRow,
  change: Partial<WaitlistEntryRow>,
  action: WaitlistAudit,
): void {
  const changes = auditChanges(entry, change, {
    shown: ['status', 'inviteExpiresAt'],
    hidden: ['name', 'whatsapp', 'notes'],
  });
  if (changes.length > 0) recordAudit(tx, { action, subject: aboutEntry(entry.id), changes });
  waitlistEntries.save(tx, entry, change);
}

type Move = (entry: WaitlistEntry, now: Date) => Partial<WaitlistEntry>;

/** A move that ends an open invitation, and its e-mail where that has not gone yet. */
export const rejectEntry =
  (move: Move, action: WaitlistAudit) =>
  (context: Context, { id }: { id: string }): TransactionBody<WaitlistEntryRow> => {
    mustReachAll(context.caller);
    return async (tx) => {
      const entry = await lockWaitlistEntryById(tx, id);
      changeWaitlistEntry(tx, entry, move(entry, context.now()), action);
      outgoingEmails.deleteUnsent(tx, aboutEntry(id));
      return entry;
    };
  };
