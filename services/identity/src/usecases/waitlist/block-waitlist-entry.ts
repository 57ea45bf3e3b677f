import { block } from '../../domain/waitlist.ts';
import { rejectEntry } from './change-waitlist-entry.ts';

/** A blocked entry can be neither invited nor taken in. */
export const blockWaitlistEntry = rejectEntry(block, 'waitlist_entry_blocked');
