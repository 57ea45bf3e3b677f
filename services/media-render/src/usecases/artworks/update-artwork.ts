import { alreadyExists, notFound, wrongState } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import { LockMode } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { isSlugTaken, lockSlugs } from '../../db/artwork-slugs.ts';
import { isInUse } from '../../db/artwork-use.ts';
import { ArtworkRow } from '../../db/artwork.entity.ts';
import { checkedChange, type WantedArtworkChange } from '../../domain/artwork.ts';
import { publishArtwork } from '../../messages/artwork.ts';

/** What is not named stays as it is; what stays the same is not told. */
export function updateArtwork(
  { caller, now }: Context,
  { id, wanted }: { id: string; wanted: WantedArtworkChange },
): TransactionBody<ArtworkRow> {
  const change = checkedChange(wanted);
  return async (tx) => {
    const artwork = isUuid(id) ? await tx.findOne(ArtworkRow, id, { lockMode: LockMode.PESSIMISTIC_WRITE }) : null;
    if (!artwork) throw notFound('artwork', id);
    mustBeSeller(caller, artwork.sellerProfileId);
    if (change.slug !== undefined && change.slug !== artwork.slug) {
      await lockSlugs(tx, artwork.sellerProfileId);
      if (await isSlugTaken(tx, artwork.sellerProfileId, change.slug)) {
        throw alreadyExists(`You have another artwork with the slug ${change.slug}`);
      }
    }
    const goesOff = change.status === 'inactive' && artwork.status === 'active';
    if (goesOff && (await isInUse(tx, id, now()))) {
      throw wrongState('The artwork is active and on a product that is on sale; pause or archive that first');
    }
    const after = { ...shown(artwork), ...change };
    if (JSON.stringify(after) === JSON.stringify(shown(artwork))) return artwork;

    tx.assign(artwork, { ...change, version: artwork.version + 1, updatedAt: now() });
    publishArtwork(tx, 'artwork_updated', artwork);
    return artwork;
  };
}

const shown = ({ title, slug, description, tags, status }: ArtworkRow) => ({ title, slug, description, tags, status });
