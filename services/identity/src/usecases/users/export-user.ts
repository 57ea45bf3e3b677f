import { raw } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { type CustomerProfile, findCustomerProfile } from '../../db/customer-profile.ts';
import { findKeptSessions, type KeptSession } from '../../db/kept-sessions.ts';
import type { UserRecord, UserWithProfile } from '../../db/find-user.ts';
import { SellerProfileRow } from '../../db/seller-profile.entity.ts';
import { WaitlistEntryRow } from '../../db/waitlist-entry.entity.ts';
import { getUser } from './get-user.ts';

export type ExportedUser = {
  user: UserWithProfile;
  customerProfile: CustomerProfile | undefined;
  sellerProfile: SellerProfileRow | null;
  sessions: KeptSession[];
  waitlistEntry: WaitlistEntryRow | null;
};

/** All that is kept here about an account, but secrets: for its owner. */
export async function exportUser(context: Context, id: string): Promise<ExportedUser> {
  const { em } = context;
  const found = await getUser(context, id);
  const [customerProfile, sellerProfile, sessions, waitlistEntry] = await Promise.all([
    findCustomerProfile(em, id),
    em.findOne(SellerProfileRow, { userId: id }),
    findKeptSessions(em, id),
    em.findOne(WaitlistEntryRow, entryOf(found.user)),
  ]);
  return { user: found, customerProfile, sellerProfile, sessions, waitlistEntry };
}

/** Anybody may sign up with any address: an entry of the same one is the owner's once the address is verified. */
const entryOf = ({ id: userId, email, emailVerifiedAt }: UserRecord) => ({
  [raw('lower(email)')]: email.toLowerCase(),
  ...(!emailVerifiedAt && { userId }),
});
