import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { artworks } from '../../db/artwork-repository.ts';
import { checkedSlug } from '../../domain/artwork.ts';

/** Whether a seller may still give this slug to an artwork. */
export async function checkArtworkSlug(
  { em, caller }: Context,
  { sellerProfileId, slug }: { sellerProfileId: string; slug: string },
): Promise<boolean> {
  mustBeSeller(caller, sellerProfileId);
  return !(await artworks.hasSlug(em, sellerProfileId, checkedSlug(slug)));
}
