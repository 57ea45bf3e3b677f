import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Caller } from '@estampa/kit/rpc/call';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { discardedObjects } from '../../db/discarded-object-repository.ts';
import { galleries, type Gallery } from '../../db/gallery-repository.ts';
import { isSameGallery, type Photo } from '../../domain/gallery.ts';
import { publishGallery } from '../../messages/gallery.ts';

/** Cached pages may show a photo a while longer than its gallery does. */
const SHOWN_STILL_MS = 3_600_000;

/** Load, decide, save, publish: a gallery is changed by one transaction at a time, so positions are always 0, 1, 2, ... */
export async function changeGallery(
  { caller, now }: Pick<Context, 'caller' | 'now'>,
  tx: EntityManager,
  sellerProductId: string,
  decide: (photos: readonly Photo[]) => Photo[],
): Promise<Gallery> {
  const found = isUuid(sellerProductId) ? await galleries.lock(tx, sellerProductId) : null;
  const before = mustBeOwnGallery(caller, sellerProductId, found);
  const photos = decide(before.photos);
  if (isSameGallery(before.photos, photos)) return before;

  const after = { ...before, photos, version: before.version + 1 };
  galleries.save(tx, after);
  const gone = before.photos.filter(({ id }) => !photos.some((stored) => stored.id === id));
  discardPhotoKeys(
    tx,
    gone.map(({ key }) => key),
    now(),
  );
  publishGallery(tx, 'gallery_changed', after);
  return after;
}

export function mustBeOwnGallery(caller: Caller | null, sellerProductId: string, found: Gallery | null): Gallery {
  if (!found) throw notFound('product', sellerProductId);
  mustBeSeller(caller, found.sellerProfileId);
  return found;
}

export function discardPhotoKeys(tx: EntityManager, keys: readonly string[], now: Date): void {
  if (keys.length > 0) discardedObjects.insert(tx, keys, new Date(now.getTime() + SHOWN_STILL_MS));
}
