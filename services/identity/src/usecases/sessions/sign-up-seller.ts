import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import { hashOf } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
import { mustBeUsablePassword } from '../../domain/password.ts';
import { convert, isInviteOpen } from '../../domain/waitlist.ts';
import { invalidToken } from '../../domain/rejections.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { addUser } from '../users/change-user.ts';
import { addSellerProfile } from '../profiles/change-seller-profile.ts';
import { fromAddress, limitRate } from './limit-rate.ts';
import type { LoggedIn } from './log-in.ts';
import { openSession } from './sessions.ts';
import { validateInvite } from '../waitlist/validate-invite.ts';

export type SignUpSeller = { token: string; password: string };

/** Opens an account with a store for an invitation: all of it, or nothing. */
export async function signUpSeller(
  context: Context,
  { token, password }: SignUpSeller,
): Promise<TransactionBody<LoggedIn>> {
  await limitRate(context, fromAddress(context, 'signUpFromAddress'));
  // Hashing is dear, so who has no invitation does not get that far.
  const offer = await validateInvite(context, { token });
  if (!offer) throw invalidToken();
  mustBeUsablePassword(password, offer);
  const passwordHash = await context.passwords.hash(password, context.call.signal);
  return async (tx) => {
    const now = context.now();
    const entry = await openInvite(tx, token, now);
    const { email, name } = entry;
    // The invitation was sent to that address.
    const account = { email, emailVerifiedAt: now, name, roles: ['seller' as const], passwordHash };
    const user = await addUser(tx, account, 'user_signed_up', now);
    await addSellerProfile(tx, user, {}, now);
    waitlistEntries.save(tx, entry, convert(entry, user.id, now));
    const tokens = openSession(context, tx, user);
    return { tokens, device: context.devices.identify(email, null) };
  };
}

async function openInvite(tx: EntityManager, token: string, now: Date): Promise<WaitlistEntryRow> {
  const entry = await waitlistEntries.lock(tx, { inviteTokenHash: hashOf(token) });
  if (!entry || !isInviteOpen(entry, now)) throw invalidToken();
  return entry;
}
