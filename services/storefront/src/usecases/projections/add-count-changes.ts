import type { Context } from '../../context.ts';
import { counts } from '../../db/count-repository.ts';

/** Adds the pending changes of counters, store by store. */
export async function addAllCountChanges({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  for (const storeId of await counts.findChangedStores(em)) {
    if (signal.aborted) return;
    await em.fork().transactional((tx) => counts.addChanges(tx, storeId));
  }
}
