import { reject } from '../../domain/waitlist.ts';
import { turnAway } from './change-waitlist-entry.ts';

export const rejectWaitlistEntry = turnAway(reject, 'waitlist_entry_rejected');
