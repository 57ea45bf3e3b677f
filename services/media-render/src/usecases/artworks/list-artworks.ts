import type { PageRequest } from '@estampa/kernel/page';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { artworks } from '../../db/artwork-repository.ts';
import type { ArtworkRow } from '../../db/tables/artwork.ts';

export function listArtworks(
  { em, caller }: Context,
  requested: { sellerProfileId: string; page?: PageRequest; updatedSince?: Date | undefined },
): Promise<[ArtworkRow[], number]> {
  const { sellerProfileId, ...part } = requested;
  mustBeSeller(caller, sellerProfileId);
  return artworks.findPage(em, sellerProfileId, part);
}
