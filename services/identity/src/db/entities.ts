import { refreshToken } from './tables/refresh-token.ts';
import { sellerProfile } from './tables/seller-profile.ts';
import { session } from './tables/session.ts';
import { userAccount } from './tables/user.ts';
import { waitlistEntry } from './tables/waitlist-entry.ts';

/** Those whose rows MikroORM loads, changes and saves. */
export const entities = [userAccount.Row, session.Row, refreshToken.Row, sellerProfile.Row, waitlistEntry.Row];
