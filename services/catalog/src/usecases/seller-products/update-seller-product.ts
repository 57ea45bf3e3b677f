import { DomainError } from '@estampa/kernel/errors';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import { mustBeSeller, reachesAll, someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { change, eventOf, goesOnSale, isSame, type SellerProductChange } from '../../domain/seller-product.ts';
import { publishSellerProduct } from '../../messages/seller-product.ts';
import { hasRenders, readinessOf } from './product-readiness.ts';
import { slugTaken } from '../product-types/slug-taken.ts';

type Input = { id: string; wanted: SellerProductChange };

/** Only a change that may put the product on sale calls other services first; all others are a single transaction. */
export function updateSellerProduct(
  context: Context,
  input: Input,
): TransactionBody<ShownSellerProduct> | Promise<TransactionBody<ShownSellerProduct>> {
  if (input.wanted.status !== 'active') return changing(context, input, null);
  return prepareSale(context, input).then((isRendered) => changing(context, input, isRendered));
}

const changing =
  ({ caller, now }: Context, { id, wanted }: Input, isRendered: boolean | null): TransactionBody<ShownSellerProduct> =>
  async (tx) => {
    const shown = await sellerProducts.lock(tx, id);
    const { product: before } = shown;
    mustBeSeller(caller, before.sellerProfileId);
    if (goesOnSale(before, wanted) && isRendered === null) throw changedMeanwhile();
    const changed = change(before, wanted, readinessOf(shown, isRendered), now());
    if (isSame(before, changed)) return shown;

    const product = { ...before, ...changed, version: before.version + 1, updatedAt: now() };
    if (!(await sellerProducts.saveIfFree(tx, before, product))) throw slugTaken(product.slug);
    const after = { ...shown, product };
    const event = eventOf(before.status, product.status);
    publishSellerProduct(tx, event, after);
    if (reachesAll(someone(caller))) {
      const changes = auditChanges(before, changed, { shown: ['status', 'slug'] });
      recordAudit(tx, { action: event, subject: `seller_product:${id}`, changes });
    }
    return after;
  };

/**
 * Calls to other services that must precede the change, so that none is made while the product's row is locked. Null
 * for a product that is on sale.
 */
async function prepareSale(context: Context, { id, wanted }: Input): Promise<boolean | null> {
  const { em, caller, sellerProfiles, now } = context;
  const seen = await sellerProducts.find(em, id);
  const { product } = seen;
  mustBeSeller(caller, product.sellerProfileId);
  if (!goesOnSale(product, wanted)) return null;
  const isRendered = await hasRenders(context, seen);
  const { slug } = change(product, wanted, readinessOf(seen, isRendered), now());

  const { sellerProfileId } = product;
  const { isFirst, isSlugTaken } = await sellerProducts.findFirstSale(em, { id, sellerProfileId, slug });
  // Before the store: a product that is rejected publishes nothing.
  if (isSlugTaken) throw slugTaken(slug);
  if (isFirst) await sellerProfiles.publishStore({ sellerProfileId });
  return isRendered;
}

const changedMeanwhile = () =>
  new DomainError('conflict', 'conflict', 'The product was changed by another request at the same time; try again');
