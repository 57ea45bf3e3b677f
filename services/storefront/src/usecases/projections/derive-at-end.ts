import { LOWEST_ID } from '@estampa/kernel/ids';
import { SellerProductChanged } from '@estampa/contracts/catalog/v1/events';
import { leaveUnfinished } from '@estampa/kit/events/inbox';
import { pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../context.ts';
import { counts } from '../../db/count-repository.ts';
import { derivations } from '../../db/derivation-repository.ts';
import { productsFrom, productStates } from '../../db/product-state-repository.ts';
import { likes } from '../../db/reaction-repository.ts';
import { type Locked, sellerProducts } from '../../db/seller-product-repository.ts';
import { countsLikes } from '../../domain/likes.ts';
import { deriveFrom, DERIVATIONS, NOTHING_LEFT } from './derive-products.ts';
import { type ReceivedProduct, idsOf, projectProducts, latestProducts } from './project-seller-products.ts';
import type { LeftToDerive, TouchedBy } from './left-to-derive.ts';

/**
 * Ends a consumer's transaction: projects the products it received, and derives these and all products that other events touch,
 * each once. Products are always locked in the order of their ids, and stores after products, so derivations cannot deadlock.
 */
export async function deriveAtEnd(context: Context, left: readonly LeftToDerive[]): Promise<void> {
  const { em, isCollecting } = context;
  const latest = latestProducts(left.flatMap(({ products = [] }) => products));
  const touched = left.flatMap((one) => one.touched ?? []);
  // A batch whose `ahead` ran has no other handlers, so its result is the only one.
  const [{ projected, locked } = NOTHING_LEFT] = left;
  if (isCollecting) {
    if (latest.length > 0) await pipeline(em, projectProducts(latest));
    return;
  }
  const touchedIds = touched.length > 0 ? await lockFirstOf(context, touched, locked?.chunk, latest) : [];
  if (latest.length === 0) {
    if (touchedIds.length === 0) return;
    const derived = locked ? productsFrom(locked.states) : await productStates.find(em, touchedIds);
    return deriveFrom(em, touchedIds, derived);
  }
  const ids = [...new Set([...touchedIds, ...idsOf(latest)])];
  const [changes, states] = projected ?? (await pipeline(em, projectProducts(latest), productStates.of(ids)));
  const before = new Map(changes.map((one) => [one.key, one.before]));
  const changed = new Set([...touchedIds, ...before.keys()]);
  const derived = productsFrom(states).filter(({ product }) => changed.has(product.id));
  if (changed.size > 0) deriveFrom(em, [...changed], derived);
  countLikesAnew(
    em,
    latest.filter(({ message }) => before.has(message.sellerProduct!.id)),
    before,
  );
}

/** Locks the first chunk of touched products together with the received ones; further chunks are left to the job. */
async function lockFirstOf(
  { em, wake }: Context,
  touched: readonly TouchedBy[],
  ahead: Locked | undefined,
  latest: readonly ReceivedProduct[],
): Promise<readonly string[]> {
  const requested = touched.map((one) => one.touched);
  const { ids, isLast } = ahead ?? (await sellerProducts.lockTouched(em, requested, LOWEST_ID, idsOf(latest)));
  if (isLast) return ids;
  for (const { touched: rest, eventId } of touched) {
    derivations.insert(em, { touched: rest, afterId: ids.at(-1)!, eventId });
    await leaveUnfinished(em, eventId);
  }
  wake(DERIVATIONS);
  return ids;
}

/** A product that is archived, or active again, changes the likes that its store has received. */
function countLikesAnew(
  em: EntityManager,
  news: readonly ReceivedProduct[],
  before: ReadonlyMap<string, unknown>,
): void {
  const stores = new Set<string>();
  for (const { message } of news) {
    const { id, sellerProfileId } = message.sellerProduct!;
    if (message.deleted) likes.deleteOfProduct(em, id);
    const known = before.get(id);
    if (known !== null && countsLikes(SellerProductChanged.fromJSON(known)) !== countsLikes(message))
      stores.add(sellerProfileId);
  }
  for (const storeId of [...stores].toSorted()) counts.recountLikesReceived(em, storeId);
}
