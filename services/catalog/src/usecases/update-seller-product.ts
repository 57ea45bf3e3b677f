import { DomainError } from '@estampa/kernel/errors';
import { mustBeSeller } from '@estampa/kit/caller';
import type { Work } from '@estampa/kit/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { findSellerProduct, lockSellerProduct } from '../db/find-seller-product.ts';
import { flush } from '../db/flush.ts';
import { asShown, type ShownSellerProduct } from '../db/seller-product-parts.ts';
import { SellerProductRow } from '../db/seller-product.entity.ts';
import { change, eventOf, goesOnSale, type SellerProduct, type SellerProductChange } from '../domain/seller-product.ts';
import { announceSellerProduct } from '../messages/seller-product.ts';
import { hasActiveVariant, hasRender } from './product-readiness.ts';
import { slugTaken } from './slug-taken.ts';

type Input = { id: string; wanted: SellerProductChange };

export async function updateSellerProduct(context: Context, { id, wanted }: Input): Promise<Work<ShownSellerProduct>> {
  const { em, caller, now } = context;
  const seen = await findSellerProduct(em, id);
  mustBeSeller(caller, seen.sellerProfileId);
  const isRendered = goesOnSale(seen, wanted) ? await prepareSale(context, seen, wanted) : null;

  return async (tx) => {
    const product = await lockSellerProduct(tx, id);
    if (goesOnSale(product, wanted) && isRendered === null) throw changedMeanwhile();
    const before = fieldsOf(product);
    const readiness = { hasRender: isRendered ?? false, hasActiveVariant: await hasActiveVariant(tx, product) };
    const after = change(before, wanted, readiness, now());
    if (!isSame(before, after)) {
      if (after.slug !== before.slug) await mustBeFreeSlug(tx, product, after.slug);
      tx.assign(product, { ...after, version: product.version + 1, updatedAt: now() });
      // Another request may have taken the slug since it was looked up.
      await flush(tx, { seller_product_slug: () => slugTaken(after.slug) });
    }
    const [shown] = await asShown(tx, [product]);
    if (!isSame(before, after)) announceSellerProduct(tx, eventOf(before.status, after.status), shown!);
    return shown!;
  };
}

/** What other services must say or do first: nothing is asked of them while the product's row is locked. */
async function prepareSale(context: Context, seen: SellerProductRow, wanted: SellerProductChange): Promise<boolean> {
  const { em, sellerProfiles, now } = context;
  const isRendered = await hasRender(context, seen);
  change(fieldsOf(seen), wanted, { hasRender: isRendered, hasActiveVariant: await hasActiveVariant(em, seen) }, now());

  const { sellerProfileId } = seen;
  const publishedBefore = await em.count(SellerProductRow, { sellerProfileId, publishedAt: { $ne: null } });
  if (publishedBefore === 0) await sellerProfiles.publishStore({ sellerProfileId });
  return isRendered;
}

async function mustBeFreeSlug(tx: EntityManager, { sellerProfileId }: SellerProductRow, slug: string | null) {
  if ((await tx.count(SellerProductRow, { sellerProfileId, slug })) > 0) throw slugTaken(slug);
}

const fieldsOf = ({ title, slug, description, status, publishedAt }: SellerProductRow): SellerProduct => ({
  title,
  slug,
  description,
  status,
  publishedAt,
});

const isSame = (one: SellerProduct, other: SellerProduct): boolean =>
  one.title === other.title &&
  one.slug === other.slug &&
  one.description === other.description &&
  one.status === other.status;

const changedMeanwhile = () =>
  new DomainError('conflict', 'conflict', 'The product was changed by another request at the same time; try again');
