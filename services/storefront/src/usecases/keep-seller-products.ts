import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import type { Heard } from '@estampa/kit/consumers';
import { together } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { recountLikesReceived } from '../db/counters.ts';
import { artworkLock, lockShared, productTypeLock } from '../db/fact-locks.ts';
import { type Fact, keepFacts } from '../db/keep-fact.ts';
import { forgetLikes } from '../db/likes.ts';
import { markChanged } from '../db/page-changes.ts';
import { factsOf, productsFrom } from '../db/product-facts.ts';
import { countsLikes } from '../domain/likes.ts';
import { storeName } from '../domain/page-names.ts';
import { deriveFrom } from './derive-products.ts';

type HeardProduct = Heard<SellerProductChanged>;

/** All that came together, each product as it was told last. */
export async function keepSellerProducts({ em, isCollecting }: Context, heard: readonly HeardProduct[]): Promise<void> {
  const latest = latestOf(heard);
  const partsOf = ({ message }: HeardProduct) => message.sellerProduct!;
  const locks = latest.map(partsOf).flatMap((one) => [productTypeLock(one.productTypeId), artworkLock(one.artworkId)]);
  const ids = latest.map((one) => partsOf(one).id);
  const [, news, facts] = await together(
    em,
    lockShared(locks),
    keepFacts('seller_product', latest.map(rowOf)),
    factsOf(isCollecting ? [] : ids),
  );
  if (isCollecting || news.length === 0) return;

  const before = new Map(news.map((one) => [one.key, one.before]));
  const products = productsFrom(facts).filter(({ product }) => before.has(product.id));
  await deriveFrom(em, [...before.keys()], products);
  for (const { message } of latest) {
    const { id } = message.sellerProduct!;
    if (before.has(id)) await countLikesAnew(em, message, before.get(id));
  }
}

const latestOf = (heard: readonly HeardProduct[]): HeardProduct[] => {
  const byId = new Map<string, HeardProduct>();
  for (const one of heard) {
    const { sellerProduct, version } = one.message;
    const known = byId.get(sellerProduct!.id);
    if (!known || known.message.version < version) byId.set(sellerProduct!.id, one);
  }
  return [...byId.values()];
};

const rowOf = ({ message: { sellerProduct, version, deleted }, event }: HeardProduct): Fact => ({
  id: sellerProduct!.id,
  product_type_id: sellerProduct!.productTypeId,
  artwork_id: sellerProduct!.artworkId,
  version,
  deleted,
  fact: event.payload,
});

async function countLikesAnew(em: EntityManager, message: SellerProductChanged, before: unknown): Promise<void> {
  const { id, sellerProfileId } = message.sellerProduct!;
  if (message.deleted) await forgetLikes(em, id);
  if (before === null || countsLikes(SellerProductChanged.fromJSON(before)) === countsLikes(message)) return;
  if (await recountLikesReceived(em, sellerProfileId)) markChanged(em, [storeName(sellerProfileId)]);
}
