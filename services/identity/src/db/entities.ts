import { sellerProfile } from './tables/seller-profile.ts';
import { waitlistEntry } from './tables/waitlist-entry.ts';

/** Those whose rows MikroORM loads, changes and saves. */
export const entities = [sellerProfile.Row, waitlistEntry.Row];
