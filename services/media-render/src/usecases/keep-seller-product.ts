import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { HeardEvent } from '@estampa/kit/consumers';
import type { Context } from '../context.ts';
import { letGoOfHold } from '../db/artwork-use.ts';
import { keepSellerProductFact } from '../db/seller-product.ts';

/** Whose a product is and which artwork it shows; an older fact never replaces a newer one. */
export async function keepSellerProduct(
  { em }: Context,
  { sellerProduct, version, deleted }: SellerProductChanged,
  { payload }: HeardEvent,
): Promise<void> {
  const { id, sellerProfileId, productTypeId, artworkId, status } = sellerProduct!;
  if (status === 'active') letGoOfHold(em, id, version);
  await keepSellerProductFact(em, {
    id,
    sellerProfileId,
    productTypeId,
    artworkId,
    status,
    deleted,
    version,
    payload,
  });
}
