import { reject } from '../../domain/waitlist.ts';
import { rejectEntry } from './change-waitlist-entry.ts';

export const rejectWaitlistEntry = rejectEntry(reject, 'waitlist_entry_rejected');
