import { type EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { WaitlistEntryRow } from './waitlist-entry.entity.ts';

export const lockWaitlistEntry = (
  tx: EntityManager,
  where: FilterQuery<WaitlistEntryRow>,
): Promise<WaitlistEntryRow | null> =>
  tx.findOne(WaitlistEntryRow, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
