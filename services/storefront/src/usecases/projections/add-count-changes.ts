import type { Context } from '../../context.ts';
import { counts } from '../../db/count-repository.ts';

/** What crowds have left beside the counters is added to them, store by store. */
export async function addAllCountChanges({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  for (const storeId of await counts.findChangedStores(em)) {
    if (signal.aborted) return;
    await em.fork().transactional((tx) => counts.addChanges(tx, storeId));
  }
}
