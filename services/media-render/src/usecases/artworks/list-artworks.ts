import { type PageRequest, newestFirst } from '@estampa/kernel/page';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { ArtworkRow } from '../../db/artwork.entity.ts';

export function listArtworks(
  { em, caller }: Context,
  { sellerProfileId, page }: { sellerProfileId: string; page?: PageRequest },
): Promise<[ArtworkRow[], number]> {
  mustBeSeller(caller, sellerProfileId);
  return em.findAndCount(ArtworkRow, { sellerProfileId }, newestFirst(page));
}
