import { EmailRow } from './email.entity.ts';
import { RefreshTokenRow } from './refresh-token.entity.ts';
import { SellerProfileRow } from './seller-profile.entity.ts';
import { SessionRow } from './session.entity.ts';
import { UserRow } from './user.entity.ts';
import { WaitlistEntryRow } from './waitlist-entry.entity.ts';

export const entities = [UserRow, SessionRow, RefreshTokenRow, SellerProfileRow, WaitlistEntryRow, EmailRow];
