import type { UserDeleted } from '@estampa/contracts/identity/v1/events';
import { transact, type TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { closedSellers } from '../../db/closed-seller-repository.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { eventOf } from '../../domain/seller-product.ts';
import { publishSellerProduct } from '../../messages/seller-product.ts';

export const ARCHIVING = 'archive-products';

/** A seller whose account was deleted sells nothing any more. Thousands of products are for the job. */
export async function closeSeller({ em, now, wake }: Context, { sellerProfileId }: UserDeleted): Promise<void> {
  if (sellerProfileId === undefined) return;
  await closedSellers.insert(em, sellerProfileId, now());
  wake(ARCHIVING);
}

const PRODUCTS_AT_ONCE = 100;

/** Each product in a transaction of its own, so that a crash loses none, and of two replicas the second finds it archived. */
export async function archiveProducts(context: Context, signal: AbortSignal): Promise<void> {
  const { em } = context;
  for (;;) {
    const ids = await closedSellers.findProductIds(em.fork(), PRODUCTS_AT_ONCE);
    for (const id of ids) {
      if (signal.aborted) return;
      await transact(em.fork(), archive(context, id));
    }
    if (ids.length === 0) break;
  }
  await closedSellers.deleteDone(em.fork());
}

const archive =
  ({ now }: Context, id: string): TransactionBody<void> =>
  async (tx) => {
    const shown = await sellerProducts.lock(tx, id);
    const before = shown.product;
    if (before.status === 'archived') return;
    const product = { ...before, status: 'archived' as const, version: before.version + 1, updatedAt: now() };
    sellerProducts.save(tx, product);
    publishSellerProduct(tx, eventOf(before.status, product.status), { ...shown, product });
  };
