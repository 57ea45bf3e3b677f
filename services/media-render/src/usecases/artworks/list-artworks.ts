import { type PageRequest, changedSince } from '@estampa/kernel/page';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { ArtworkRow } from '../../db/artwork.entity.ts';

export function listArtworks(
  { em, caller }: Context,
  requested: { sellerProfileId: string; page?: PageRequest; updatedSince?: Date | undefined },
): Promise<[ArtworkRow[], number]> {
  const { sellerProfileId, page, updatedSince } = requested;
  mustBeSeller(caller, sellerProfileId);
  const { changed, window } = changedSince(updatedSince, page);
  return em.findAndCount(ArtworkRow, { sellerProfileId, ...changed }, window);
}
