import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { newOpaqueToken } from '../../adapters/opaque-token.ts';
import type { Context } from '../../context.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { inviteEmail } from '../../domain/invite-email.ts';
import { invite } from '../../domain/waitlist.ts';
import { aboutEntry, changeWaitlistEntry, lockWaitlistEntryById } from './change-waitlist-entry.ts';
import { postEmail } from '../emails/post-email.ts';

export type Invitation = { entry: WaitlistEntryRow; inviteToken: string; inviteUrl: string };

/** A new token, e-mailed, and given to the admin too, who may deliver it by other means. */
export function inviteWaitlistEntry(context: Context, id: string): TransactionBody<Invitation> {
  mustReachAll(context.caller);
  return async (tx) => {
    const entry = await lockWaitlistEntryById(tx, id);
    const now = context.now();
    const { token, tokenHash } = newOpaqueToken();
    const expiresAt = new Date(now.getTime() + context.settings.inviteMs);
    changeWaitlistEntry(tx, entry, invite(entry, { tokenHash, expiresAt }, now), 'waitlist_entry_invited');
    const inviteUrl = `${context.settings.publicWebUrl}/signup/seller?token=${token}`;
    const text = inviteEmail({ name: entry.name, inviteUrl, expiresAt });
    postEmail(tx, { ...text, about: aboutEntry(id), recipient: entry.email, giveUpAt: expiresAt }, now);
    return { entry, inviteToken: token, inviteUrl };
  };
}
