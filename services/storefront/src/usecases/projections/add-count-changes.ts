import type { Context } from '../../context.ts';
import { counts } from '../../db/count-repository.ts';
import { pageChanges } from '../../db/page-change-repository.ts';
import { SEARCH } from '../../domain/page-names.ts';

/** Adds the pending changes of counters, store by store. */
export async function addAllCountChanges({ em }: Pick<Context, 'em'>, signal: AbortSignal): Promise<void> {
  for (const storeId of await counts.findChangedStores(em)) {
    if (signal.aborted) return;
    await em.fork().transactional(async (tx) => {
      await counts.addChanges(tx, storeId);
      // Pages show these changes already; what a search finds is ordered by them from now on.
      pageChanges.insert(tx, [SEARCH]);
    });
  }
}
