import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { WaitlistEntryRow } from '../../db/waitlist-entry.entity.ts';

export async function getWaitlistEntry({ em, caller }: Context, id: string): Promise<WaitlistEntryRow> {
  mustReachAll(caller);
  const entry = isUuid(id) ? await em.findOne(WaitlistEntryRow, id) : null;
  if (!entry) throw notFound('waitlist entry', id);
  return entry;
}
