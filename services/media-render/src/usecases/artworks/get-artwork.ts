import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { artworks } from '../../db/artwork-repository.ts';
import type { ArtworkRow } from '../../db/tables/artwork.ts';

export async function getArtwork({ em, caller }: Context, id: string): Promise<ArtworkRow> {
  const artwork = await artworks.find(em, id);
  mustBeSeller(caller, artwork.sellerProfileId);
  return artwork;
}
