import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { outdatedRenders } from '../../db/outdated-render-repository.ts';
import { renderTasks } from '../../db/render-task-repository.ts';
import { MAKE_RENDERS } from './make-renders.ts';

export const FIND_OUTDATED = 'find-outdated-renders';

const ARTWORKS_AT_ONCE = 200;

/** Queues what products on sale show of templates that have another revision, page by page. */
export async function findOutdated({ em, now, wake }: Context, signal: AbortSignal): Promise<void> {
  await transact(em.fork(), async (tx) => {
    for (const artworkId of await renderTasks.adopt(tx, now())) outdatedRenders.queueOfArtwork(tx, artworkId, now());
  });
  const scan = () => transact(em.fork(), (tx) => outdatedRenders.queueOfTemplate(tx, now(), ARTWORKS_AT_ONCE));
  let isAnyLeft = await scan();
  while (!signal.aborted && isAnyLeft) {
    wake(MAKE_RENDERS);
    isAnyLeft = await scan();
  }
}
