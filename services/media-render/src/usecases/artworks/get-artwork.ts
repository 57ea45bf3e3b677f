import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import type { ArtworkRow } from '../../db/artwork.entity.ts';
import { findArtwork } from '../../db/find-artwork.ts';

export async function getArtwork({ em, caller }: Context, id: string): Promise<ArtworkRow> {
  const artwork = await findArtwork(em, id);
  mustBeSeller(caller, artwork.sellerProfileId);
  return artwork;
}
