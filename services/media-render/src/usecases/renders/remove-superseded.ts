import { pipeline } from '@estampa/kit/postgres/statement';
import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { artworkReservations } from '../../db/artwork-reservation-repository.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { renders } from '../../db/render-repository.ts';
import { supersededRenders } from '../../db/superseded-render-repository.ts';
import { removed } from '../../domain/render.ts';
import { latestRenderKey } from '../../domain/storage-keys.ts';
import { publishRenderDeleted } from '../../messages/render.ts';

/** Removes some renders of artworks that no product shows beside each other any more; how many. Their images are due to go. */
export const removeSuperseded = ({ em, now }: Pick<Context, 'em' | 'now'>, limit: number): Promise<number> =>
  transact(em.fork(), async (tx) => {
    const shown = await supersededRenders.findArtworksOfDue(tx, now(), limit);
    if (shown.length === 0) return 0;
    // Only what is read from here on counts: nothing goes on sale with these meanwhile.
    const artworkIds = await artworkReservations.lockUnreserved(tx, shown);
    const found = await supersededRenders.lockDue(tx, { artworkIds, now: now(), limit });
    const latest = found.flatMap(({ key }) => (key === null ? [] : latestRenderKey(key)));
    if (latest.length > 0) discardedObjects.insert(tx, latest, now());
    for (const render of found) publishRenderDeleted(tx, 'render_deleted', render);
    const saves = found.map((render) => renders.saveNow({ ...render, ...removed(), version: render.version + 1 }));
    if (saves.length > 0) await pipeline(tx, ...saves);
    return found.length;
  });
