import type { Context } from '../../context.ts';
import { customerProfiles } from '../../db/customer-profile-repository.ts';
import { type ListedSession, sessions } from '../../db/session-repository.ts';
import type { CustomerProfileRow } from '../../db/tables/customer-profile.ts';
import type { UserWithProfile } from '../../db/user-repository.ts';
import { sellerProfiles } from '../../db/seller-profile-repository.ts';
import type { SellerProfileRow } from '../../db/tables/seller-profile.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
import { getUser } from './get-user.ts';

type ExportedUser = {
  user: UserWithProfile;
  customerProfile: CustomerProfileRow | undefined;
  sellerProfile: SellerProfileRow | null;
  sessions: ListedSession[];
  waitlistEntry: WaitlistEntryRow | null;
};

/** All that is stored here about an account, but secrets: for its owner. */
export async function exportUser(context: Context, id: string): Promise<ExportedUser> {
  const { em } = context;
  const found = await getUser(context, id);
  const { email, emailVerifiedAt } = found.user;
  const [customerProfile, sellerProfile, listed, waitlistEntry] = await Promise.all([
    customerProfiles.find(em, id),
    sellerProfiles.find(em, { userId: id }),
    sessions.findOfUser(em, id),
    // Anybody may sign up with any address: an entry of the same one is the owner's once the address is verified.
    waitlistEntries.findByEmail(em, email, emailVerifiedAt ? undefined : id),
  ]);
  return { user: found, customerProfile, sellerProfile, sessions: listed, waitlistEntry };
}
