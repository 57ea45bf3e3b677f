import { type PageRequest, newestFirst } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { WaitlistEntryRow } from '../../db/waitlist-entry.entity.ts';
import { invalidField } from '../../domain/rejections.ts';
import { containing } from '../../domain/search.ts';
import { WAITLIST_STATUSES } from '../../domain/waitlist.ts';

export type ListWaitlistEntries = {
  status?: string | undefined;
  /** Any part of the e-mail or the name, ignoring case. */
  search?: string | undefined;
  page?: PageRequest;
};

/** Newest first. */
export async function listWaitlistEntries(
  { em, caller }: Context,
  { status, search, page }: ListWaitlistEntries,
): Promise<{ entries: WaitlistEntryRow[]; total: number }> {
  mustReachAll(caller);
  const known = WAITLIST_STATUSES.find((candidate) => candidate === status);
  if (status !== undefined && !known)
    throw invalidField('status', 'invalid_value', `must be one of ${WAITLIST_STATUSES.join(', ')}`);
  const part = search && { $ilike: containing(search) };
  const where: FilterQuery<WaitlistEntryRow> = {
    ...(known && { status: known }),
    ...(part && { $or: [{ email: part }, { name: part }] }),
  };
  const [entries, total] = await em.findAndCount(WaitlistEntryRow, where, newestFirst(page));
  return { entries, total };
}
