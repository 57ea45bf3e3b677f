import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { type DisputeRow, disputes } from '../../db/dispute-repository.ts';

/** Those that are to be responded to first, by the day until which they can be. */
export async function listDisputes(
  { em, caller }: Pick<Context, 'em' | 'caller'>,
  requested: PageRequest,
): Promise<{ disputes: DisputeRow[]; total: number }> {
  mustReachAll(caller);
  const page = pageOf(requested);
  const [found, total] = await Promise.all([disputes.findPage(em, page), disputes.count(em)]);
  return { disputes: found, total };
}
