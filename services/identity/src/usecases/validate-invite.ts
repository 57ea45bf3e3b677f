import { hashOf } from '../adapters/opaque-token.ts';
import type { Context } from '../context.ts';
import { WaitlistEntryRow } from '../db/waitlist-entry.entity.ts';
import { isInviteOpen } from '../domain/waitlist.ts';

/** The entry that a token opens; null when it opens none. */
export async function validateInvite(
  { em, now }: Context,
  { token }: { token: string },
): Promise<WaitlistEntryRow | null> {
  const entry = await em.fork().findOne(WaitlistEntryRow, { inviteTokenHash: hashOf(token) });
  return entry && isInviteOpen(entry, now()) ? entry : null;
}
