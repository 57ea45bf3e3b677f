import type { Context } from '../../context.ts';
import { type CustomerProfile, findCustomerProfile } from '../../db/customer-profile.ts';
import { findListedSessions, type KeptSession } from '../../db/listed-sessions.ts';
import type { UserWithProfile } from '../../db/find-user.ts';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import type { SellerProfileRow } from '../../db/tables/seller-profile.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
import { getUser } from './get-user.ts';

type ExportedUser = {
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
  const { email, emailVerifiedAt } = found.user;
  const [customerProfile, sellerProfile, sessions, waitlistEntry] = await Promise.all([
    findCustomerProfile(em, id),
    sellerProfiles.find(em, { userId: id }),
    findListedSessions(em, id),
    // Anybody may sign up with any address: an entry of the same one is the owner's once the address is verified.
    waitlistEntries.findByEmail(em, email, emailVerifiedAt ? undefined : id),
  ]);
  return { user: found, customerProfile, sellerProfile, sessions, waitlistEntry };
}
