import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { renderTasks } from '../../db/render-task-repository.ts';
import { placements } from '../../db/placement-repository.ts';
import { renders } from '../../db/render-repository.ts';
import { templates } from '../../db/template-repository.ts';
import { removed } from '../../domain/render.ts';
import { isLatestRenderKey, latestRenderKey } from '../../domain/storage-keys.ts';
import { ORDERED_RETENTION_MS } from '../../domain/upload.ts';
import { DISCARD_OBJECTS } from '../storage/discard-objects.ts';
import { publishRenderDeleted } from '../../messages/render.ts';

type Product = { artworkId: string; productTypeId: string };

/**
 * Removes renders and placements of a product that is gone: those of its artwork on the templates of its type, also where
 * other products showed them.
 */
export async function removeRenders(
  { em: tx, now, wake }: Context,
  { artworkId, productTypeId }: Product,
): Promise<void> {
  const artwork = await artworks.findIfKnown(tx, artworkId);
  if (!artwork) return;
  const templateIds = await templates.findIdsOfType(tx, productTypeId);
  renderTasks.deleteOf(tx, artworkId, templateIds);
  // Renders before placements, as in all transactions that lock both.
  const found = await renders.lockAll(tx, artworkId, templateIds);
  for (const render of found) {
    const { key, templateId, createdAt } = render;
    if (key !== null && !isLatestRenderKey(key)) {
      const orderedDueAt = new Date(now().getTime() + ORDERED_RETENTION_MS);
      discardedObjects.insertRender(tx, { key, artworkId, templateId, createdAt }, { dueAt: now(), orderedDueAt });
      discardedObjects.insert(tx, [latestRenderKey(key)], now());
    }
    publishRenderDeleted(tx, 'render_deleted', render);
  }
  // At once: the next event of the same transaction must find them removed.
  const saves = found.map((render) => renders.saveNow({ ...render, ...removed(), version: render.version + 1 }));
  await pipeline(tx, placements.delete(artworkId, templateIds), ...saves);
  wake(DISCARD_OBJECTS);
}
