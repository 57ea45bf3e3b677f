import { alreadyExists, notFound, wrongState } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { artworkReservations } from '../../db/artwork-reservation-repository.ts';
import type { ArtworkRow } from '../../db/tables/artwork.ts';
import { checkedChange, type WantedArtworkChange } from '../../domain/artwork.ts';
import { publishArtwork } from '../../messages/artwork.ts';

/** What is not named stays as it is; without a change no event is published. */
export function updateArtwork(
  { caller, now }: Context,
  { id, wanted }: { id: string; wanted: WantedArtworkChange },
): TransactionBody<ArtworkRow> {
  const change = checkedChange(wanted);
  return async (tx) => {
    const before = await artworks.lock(tx, id);
    if (!before) throw notFound('artwork', id);
    mustBeSeller(caller, before.sellerProfileId);
    if (change.slug !== undefined && change.slug !== before.slug) {
      await artworks.lockSlugs(tx, before.sellerProfileId);
      if (await artworks.hasSlug(tx, before.sellerProfileId, change.slug)) {
        throw alreadyExists(`You have another artwork with the slug ${change.slug}`);
      }
    }
    const goesOff = change.status === 'inactive' && before.status === 'active';
    if (goesOff && (await artworkReservations.isInUse(tx, id, now()))) {
      throw wrongState('The artwork is active and on a product that is on sale; pause or archive that first');
    }
    const after = { ...shown(before), ...change };
    if (JSON.stringify(after) === JSON.stringify(shown(before))) return before;

    const artwork = { ...before, ...change, version: before.version + 1, updatedAt: now() };
    artworks.save(tx, artwork);
    publishArtwork(tx, 'artwork_updated', artwork);
    return artwork;
  };
}

const shown = ({ title, slug, description, tags, status }: ArtworkRow) => ({ title, slug, description, tags, status });
