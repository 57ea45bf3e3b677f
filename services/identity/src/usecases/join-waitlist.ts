import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import { addRow } from '@estampa/kit/add-row';
import { transact } from '@estampa/kit/idempotency';
import { UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { WaitlistEntryRow } from '../db/waitlist-entry.entity.ts';

export type JoinWaitlist = Pick<WaitlistEntryRow, 'email' | 'name' | 'whatsapp' | 'portfolioUrl' | 'message'>;

export async function joinWaitlist(context: Context, input: JoinWaitlist): Promise<WaitlistEntryRow> {
  const now = context.now();
  return transact(context.em, async (tx) => {
    const entry = addRow(tx, WaitlistEntryRow, {
      ...input,
      id: newId(),
      status: 'pending',
      inviteTokenHash: null,
      invitedAt: null,
      inviteExpiresAt: null,
      convertedAt: null,
      userId: null,
      notes: null,
      createdAt: now,
      updatedAt: now,
    });
    try {
      await tx.flush();
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException)) throw error;
      throw alreadyExists('This e-mail is already on the waitlist');
    }
    return entry;
  });
}
