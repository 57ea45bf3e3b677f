import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { WaitlistEntryRow } from '../../db/tables/waitlist-entry.ts';
import { waitlistEntries } from '../../db/waitlist-entry-repository.ts';

export async function getWaitlistEntry({ em, caller }: Context, id: string): Promise<WaitlistEntryRow> {
  mustReachAll(caller);
  const entry = isUuid(id) ? await waitlistEntries.find(em, { id }) : null;
  if (!entry) throw notFound('waitlist entry', id);
  return entry;
}
