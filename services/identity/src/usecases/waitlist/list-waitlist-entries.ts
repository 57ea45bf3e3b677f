import { listPageOf, type PageRequest } from '@estampa/kernel/page';
import type { Listed } from '@estampa/kit/postgres/paged-list';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';
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
): Promise<Listed<WaitlistEntryRow>> {
  mustReachAll(caller);
  const known = WAITLIST_STATUSES.find((candidate) => candidate === status);
  if (status !== undefined && !known)
    throw invalidField('status', 'invalid_value', `must be one of ${WAITLIST_STATUSES.join(', ')}`);
  const conditions = { status: known, searchPattern: search ? containing(search) : undefined };
  return waitlistEntries.findPage(em, conditions, listPageOf(page, 'waitlist', conditions));
}
