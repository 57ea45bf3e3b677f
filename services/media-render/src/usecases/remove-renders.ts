import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import type { ArtworkRow } from '../db/artwork.entity.ts';
import { discardObjects } from '../db/discarded-object.ts';
import { artworkOrNull } from '../db/find-artwork.ts';
import { PlacementRow } from '../db/placement.entity.ts';
import { forgetRequestsOf } from '../db/render-request.ts';
import { RenderRow } from '../db/render.entity.ts';
import { TemplateRow } from '../db/template.entity.ts';
import { removed } from '../domain/render.ts';
import { fileOf, renderKey } from '../domain/storage-keys.ts';
import { DISCARD_OBJECTS } from './discard-objects.ts';
import { announceRenderDeleted } from '../messages/render.ts';

type Product = { artworkId: string; productTypeId: string };

/** Whoever was making a picture may still put it into storage; it goes a while after the lease has run out. */
const PUT_LATE_MS = 60_000;

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
  forgetRequestsOf(tx, artworkId, templateIds);
  const renders = await tx.find(
    RenderRow,
    { ...of, isDeleted: false },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { templateId: 'asc' } },
  );
  // Renders before placements, as whoever makes a picture does.
  await tx.nativeDelete(PlacementRow, of);
  for (const render of renders) {
    const isUnderWay = render.leaseUntil !== null && render.leaseUntil > now();
    const dueAt = isUnderWay ? new Date(render.leaseUntil!.getTime() + PUT_LATE_MS) : now();
    discardObjects(tx, keysOfAllVersions(artwork, render.templateId), dueAt);
    announceRenderDeleted(tx, 'render_deleted', render);
    tx.assign(render, { ...removed(), version: render.version + 1 });
  }
  await tx.flush();
  wake(DISCARD_OBJECTS);
}

/** A new version of the file leaves the pictures of the versions before where they are. */
const keysOfAllVersions = (artwork: ArtworkRow, templateId: string): string[] =>
  Array.from({ length: artwork.fileVersion }, (_, before) =>
    renderKey({ ...fileOf(artwork), fileVersion: before + 1 }, templateId),
  );
