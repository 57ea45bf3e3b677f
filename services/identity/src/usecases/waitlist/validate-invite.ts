import { hashOf } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
import { isInviteOpen } from '../../domain/waitlist.ts';
import { fromAddress, limitRate } from '../sessions/limit-rate.ts';

/** The entry that a token opens; null when it opens none. */
export async function validateInvite(context: Context, { token }: { token: string }): Promise<WaitlistEntryRow | null> {
  await limitRate(context, fromAddress(context, 'tokenCheckFromAddress'));
  const entry = await waitlistEntries.find(context.em.fork(), { inviteTokenHash: hashOf(token) });
  return entry && isInviteOpen(entry, context.now()) ? entry : null;
}
