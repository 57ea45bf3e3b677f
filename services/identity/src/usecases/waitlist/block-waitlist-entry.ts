import { block } from '../../domain/waitlist.ts';
import { turnAway } from './change-waitlist-entry.ts';

/** A blocked entry can be neither invited nor taken in. */
export const blockWaitlistEntry = turnAway(block, 'waitlist_entry_blocked');
