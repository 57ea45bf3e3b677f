import { DomainError } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { LIST_LIMIT_MAX } from '@estampa/kernel/page';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Context } from '../context.ts';
import { photosOfProducts } from '../db/gallery.ts';

/** The photos of some products, by product and position. */
export async function listProductImages({ em, caller }: Context, sellerProductIds: readonly string[]) {
  if (sellerProductIds.length > LIST_LIMIT_MAX) {
    throw new DomainError('invalid', 'too_many', `Ask for at most ${LIST_LIMIT_MAX} products at once`);
  }
  const photos = await photosOfProducts(em, sellerProductIds.filter(isUuid));
  for (const sellerProfileId of new Set(photos.map((photo) => photo.sellerProfileId))) {
    mustBeSeller(caller, sellerProfileId);
  }
  return photos;
}
