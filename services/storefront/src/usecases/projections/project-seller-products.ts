import type { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Received } from '@estampa/kit/events/consumers';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { type Fact, projectFacts } from '../../db/keep-fact.ts';
import { factsOf } from '../../db/product-facts.ts';
import { latestOf } from '../pages/latest-of.ts';
import { leftIn } from './left-to-derive.ts';

export type HeardProduct = Received<SellerProductChanged>;

/** They are kept at the end of the transaction, with all other products that it derives, in one order. */
export async function leaveSellerProducts({ em }: Pick<Context, 'em'>, heard: readonly HeardProduct[]): Promise<void> {
  leftIn(em).products.push(...heard);
}

/** Where nothing but products came nothing else is derived: they are kept at once, and what is shown of them is read. */
export async function projectProductsAhead(
  { em, isCollecting }: Context,
  heard: readonly HeardProduct[],
): Promise<void> {
  if (isCollecting) return;
  const latest = latestProducts(heard);
  leftIn(em).kept = await pipeline(em, projectProducts(latest), factsOf(idsOf(latest)));
}

export const latestProducts = (heard: readonly HeardProduct[]) =>
  latestOf(heard, ({ sellerProduct }) => sellerProduct!.id);

export const idsOf = (products: readonly HeardProduct[]) => products.map(({ message }) => message.sellerProduct!.id);

export const projectProducts = (latest: readonly HeardProduct[]) => projectFacts('seller_product', latest.map(rowOf));

const rowOf = ({ message: { sellerProduct, version, deleted }, event }: HeardProduct): Fact => ({
  id: sellerProduct!.id,
  product_type_id: sellerProduct!.productTypeId,
  artwork_id: sellerProduct!.artworkId,
  version,
  deleted,
  fact: event.payload,
});
