import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { discardObjects, discardRender } from '../../db/discarded-object.ts';
import { artworkOrNull } from '../../db/find-artwork.ts';
import { PlacementRow } from '../../db/placement.entity.ts';
import { forgetTasksOf } from '../../db/render-queue.ts';
import { RenderRow } from '../../db/render.entity.ts';
import { TemplateRow } from '../../db/template.entity.ts';
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
  const artwork = await artworkOrNull(tx, artworkId);
  if (!artwork) return;
  const templates = await tx.find(TemplateRow, { productTypeId }, { fields: ['id'] });
  const templateIds = templates.map(({ id }) => id);
  const of = { artworkId, templateId: { $in: templateIds } };
  forgetTasksOf(tx, artworkId, templateIds);
  const renders = await tx.find(
    RenderRow,
    { ...of, isDeleted: false },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { templateId: 'asc' } },
  );
  // Renders before placements, as whoever makes an image does.
  await tx.nativeDelete(PlacementRow, of);
  for (const render of renders) {
    const { key, templateId } = render;
    if (key !== null && !isLatestRenderKey(key)) {
      const orderedDueAt = new Date(now().getTime() + ORDERED_RETENTION_MS);
      discardRender(tx, { key, artworkId, templateId }, { dueAt: now(), orderedDueAt });
      discardObjects(tx, [latestRenderKey(key)], now());
    }
    publishRenderDeleted(tx, 'render_deleted', render);
    tx.assign(render, { ...removed(), version: render.version + 1 });
  }
  await tx.flush();
  wake(DISCARD_OBJECTS);
}
