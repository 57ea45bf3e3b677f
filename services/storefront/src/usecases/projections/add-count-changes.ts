import type { Context } from '../../context.ts';
import { addCountChanges, storesWithChanges } from '../../db/count-changes.ts';

/** What crowds have left beside the counters is added to them, store by store. */
export async function addAllCountChanges({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  for (const storeId of await storesWithChanges(em)) {
    if (signal.aborted) return;
    await em.fork().transactional((tx) => addCountChanges(tx, storeId));
  }
}
