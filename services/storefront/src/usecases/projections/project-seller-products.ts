import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { productStates } from '../../db/product-state-repository.ts';
import { sellerProduct as sellerProducts } from '../../db/tables/seller-product.ts';
import { latestOf } from '../pages/latest-of.ts';
import type { LeftToDerive } from './left-to-derive.ts';

export type ReceivedProduct = Received<SellerProductChanged>;

/**
 * Products are projected at the end of the transaction, together with all others that it derives, so that locks have one order.
 */
export const leaveSellerProducts = async (
  _context: Context,
  products: readonly ReceivedProduct[],
  projected?: LeftToDerive['projected'],
): Promise<LeftToDerive> => ({ products, ...(projected && { projected }) });

/**
 * Runs when the batch has nothing but products: they are projected, and the states they are derived from read, in one round trip.
 */
export function projectProductsAhead({ em }: Pick<Context, 'em'>, received: readonly ReceivedProduct[]) {
  const latest = latestProducts(received);
  return pipeline(em, projectProducts(latest), productStates.of(idsOf(latest)));
}

export const latestProducts = (received: readonly ReceivedProduct[]) =>
  latestOf(received, ({ sellerProduct }) => sellerProduct!.id);

export const idsOf = (products: readonly ReceivedProduct[]) => products.map(({ message }) => message.sellerProduct!.id);

export const projectProducts = (latest: readonly ReceivedProduct[]) => sellerProducts.project(latest.map(stateOf));

const stateOf = ({ message: { sellerProduct, version, deleted }, event }: ReceivedProduct) => ({
  id: sellerProduct!.id,
  productTypeId: sellerProduct!.productTypeId,
  artworkId: sellerProduct!.artworkId,
  surfaces: sellerProduct!.surfaces.length > 0 ? sellerProduct!.surfaces : null,
  version,
  deleted,
  payload: event.payload,
});
