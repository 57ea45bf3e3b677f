import { DomainError } from '@estampa/kernel/errors';
import { auditChanges, recordAudit } from '@estampa/kit/service/audit';
import { mustBeSeller, reachesAll, someone } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import type { ShownSellerProduct } from '../../db/seller-product-parts.ts';
import { sellerProducts } from '../../db/seller-product-repository.ts';
import { isSameUse, type UsedSurface, type WantedSurface } from '../../domain/product-surfaces.ts';
import { change, eventOf, goesOnSale, isSame, type SellerProductChange } from '../../domain/seller-product.ts';
import { publishSellerProduct } from '../../messages/seller-product.ts';
import {
  areNewlyShown,
  mustBeReady,
  mustOwnAdded,
  readinessAfter,
  type SurfaceChange,
  surfaceChange,
} from './change-surfaces.ts';
import { slugTaken } from '../product-types/slug-taken.ts';

/** `surfaces`: all that it is printed on from then on. */
export type WantedChange = SellerProductChange & { surfaces?: readonly WantedSurface[] };
type Input = { id: string; wanted: WantedChange };

/**
 * What the product was printed on when others were called, whether it was about to go on sale, and whether all that had to be rendered
 * for that is; null where nothing had to be.
 */
type Prepared = { surfaces: readonly UsedSurface[]; isRendered: boolean | null; isForSale: boolean };
const NOTHING_PREPARED: Prepared = { surfaces: [], isRendered: null, isForSale: false };

/** Only a change that may put something on sale calls other services first; all others are a single transaction. */
export function updateSellerProduct(
  context: Context,
  input: Input,
): TransactionBody<ShownSellerProduct> | Promise<TransactionBody<ShownSellerProduct>> {
  const { status, surfaces } = input.wanted;
  if (status !== 'active' && !surfaces) return changing(context, input, NOTHING_PREPARED);
  return prepare(context, input).then((prepared) => changing(context, input, prepared));
}

const changing =
  (
    { caller, now }: Context,
    { id, wanted: { surfaces, ...wanted } }: Input,
    prepared: Prepared,
  ): TransactionBody<ShownSellerProduct> =>
  async (tx) => {
    const before = await sellerProducts.lock(tx, id);
    mustBeSeller(caller, before.product.sellerProfileId);
    const changes = surfaceChange(before, surfaces);
    const { after } = changes;
    if (!isStillPrepared(prepared, changes, wanted)) throw changedMeanwhile();
    const changed = change(after.product, wanted, readinessAfter(changes, wanted, prepared.isRendered), now());
    if (after === before && isSame(before.product, changed)) return before;

    const product = { ...after.product, ...changed, version: before.product.version + 1, updatedAt: now() };
    if (!(await sellerProducts.saveIfFree(tx, before.product, product))) throw slugTaken(product.slug);
    const shown = { ...after, product };
    const event = eventOf(before.product.status, product.status);
    publishSellerProduct(tx, event, shown);
    if (reachesAll(someone(caller))) {
      const said = { ...changed, surfaces: after.surfaces };
      const audited = auditChanges({ ...before.product, surfaces: before.surfaces }, said, { shown: AUDITED });
      recordAudit(tx, { action: event, subject: `seller_product:${id}`, changes: audited });
    }
    return shown;
  };

/** What others said holds for the surfaces that were seen, and on sale for those of them that they were asked about. */
function isStillPrepared(
  { surfaces, isRendered, isForSale }: Prepared,
  changes: SurfaceChange,
  wanted: SellerProductChange,
): boolean {
  const { before, after } = changes;
  const isReadyNeeded = mustBeReady(changes, wanted);
  if (!isReadyNeeded && after === before) return true;
  if (!isSameUse(surfaces, before.surfaces)) return false;
  return !isReadyNeeded || (isRendered !== null && (isForSale || !goesOnSale(before.product, wanted)));
}

const AUDITED = ['status', 'slug', 'surfaces'] as const;

/** Calls to other services that must precede the change, so that none is made while the product's row is locked. */
async function prepare(context: Context, { id, wanted: { surfaces, ...wanted } }: Input): Promise<Prepared> {
  const { em, caller, sellerProfiles, now } = context;
  const seen = await sellerProducts.find(em, id);
  const { product } = seen;
  mustBeSeller(caller, product.sellerProfileId);
  const changes = surfaceChange(seen, surfaces);
  await mustOwnAdded(context, changes, surfaces);
  const { surfaces: used } = seen;
  if (!mustBeReady(changes, wanted)) return { surfaces: used, isRendered: null, isForSale: false };
  const isRendered = await areNewlyShown(changes, context, wanted);
  const { slug } = change(product, wanted, readinessAfter(changes, wanted, isRendered), now());
  const isForSale = goesOnSale(product, wanted);
  const prepared = { surfaces: used, isRendered, isForSale };
  if (!isForSale) return prepared;

  const { sellerProfileId } = product;
  const { isFirst, isSlugTaken } = await sellerProducts.findFirstSale(em, { id, sellerProfileId, slug });
  // Before the store: a product that is rejected publishes nothing.
  if (isSlugTaken) throw slugTaken(slug);
  if (isFirst) await sellerProfiles.publishStore({ sellerProfileId });
  return prepared;
}

const changedMeanwhile = () =>
  new DomainError('conflict', 'conflict', 'The product was changed by another request at the same time; try again');
