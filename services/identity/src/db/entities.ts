import { sellerProfile } from './tables/seller-profile.ts';
import { userAccount } from './tables/user.ts';
import { waitlistEntry } from './tables/waitlist-entry.ts';

/** Those whose rows MikroORM loads, changes and saves. */
export const entities = [userAccount.Row, sellerProfile.Row, waitlistEntry.Row];
