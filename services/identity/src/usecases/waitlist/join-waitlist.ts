import { alreadyExists } from '@estampa/kernel/errors';
import { newId } from '@estampa/kernel/ids';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
import { fromAddress, limitRate } from '../sessions/limit-rate.ts';

export type JoinWaitlist = Pick<WaitlistEntryRow, 'email' | 'name' | 'whatsapp' | 'portfolioUrl' | 'message'>;

export async function joinWaitlist(context: Context, input: JoinWaitlist): Promise<TransactionBody<WaitlistEntryRow>> {
  await limitRate(context, fromAddress(context, 'signUpFromAddress'));
  const now = context.now();
  return async (tx) => {
    const entry = await waitlistEntries.insert(tx, {
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
    if (!entry) throw alreadyExists('This e-mail is already on the waitlist');
    return entry;
  };
}
