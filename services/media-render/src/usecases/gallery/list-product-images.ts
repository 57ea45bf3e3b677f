import { DomainError } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { LIST_LIMIT_MAX } from '@estampa/kernel/page';
import { mustBeSeller } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { loadProductImages } from '../../db/latest-renders.ts';
import { mustOwn } from '../renders/list-renders.ts';

type Query = { sellerProductIds: readonly string[]; artworkIds: readonly string[]; templateIds: readonly string[] };

/** The photos of some products, by product and position, and where their artworks lie and are shown. */
export async function listProductPictures({ em, caller }: Context, requested: Query) {
  if (requested.sellerProductIds.length > LIST_LIMIT_MAX) {
    throw new DomainError('invalid', 'too_many', `Ask for at most ${LIST_LIMIT_MAX} products at once`);
  }
  const { artworks, ...shown } = await loadProductImages(em, {
    sellerProductIds: requested.sellerProductIds.filter(isUuid),
    artworkIds: requested.artworkIds.filter(isUuid),
    templateIds: requested.templateIds,
  });
  mustOwn(caller, requested.artworkIds, artworks);
  for (const sellerProfileId of new Set(shown.photos.map((photo) => photo.sellerProfileId))) {
    mustBeSeller(caller, sellerProfileId);
  }
  return shown;
}
