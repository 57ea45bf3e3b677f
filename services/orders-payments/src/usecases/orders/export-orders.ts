import type { Position } from '@estampa/kernel/cursor';
import { DomainError } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { type Batch, BEFORE_NEWEST, BEFORE_OLDEST, batchesFrom, positionOf } from '@estampa/kit/postgres/scan';
import { transact } from '@estampa/kit/postgres/transact';
import { mustBeSeller, mustReachAll } from '@estampa/kit/rpc/caller';
import { exportAudit, recordAudit } from '@estampa/kit/service/audit';
import { Slots } from '@estampa/kit/service/slots';
import type { Context } from '../../context.ts';
import { exportedOrders } from '../../db/order-export.ts';
import type { ShownParts } from '../../db/order-parts.ts';
import { conditionsOf, type OrderFilter } from './list-orders.ts';

type OrderExport = Omit<OrderFilter, 'page'> & {
  sellerProfileId?: string | undefined;
  after?: string | undefined;
  cursor?: string | undefined;
};

/** Fewer than the connections of background work, which exports share with consumers and jobs. */
const EXPORTS = new Slots({ ofCaller: 1, ofAll: 2 });

/**
 * All orders that match, in batches; each is read when the one before has been taken, so none has a transaction. An admin exports
 * all of them, which is audited, a seller those with own items. An order that changes meanwhile is shown as it is when its batch is read.
 */
export async function* exportOrders(context: Context, request: OrderExport): AsyncGenerator<Batch<ShownParts>> {
  const { em } = context;
  const { sellerProfileId, after: _start, cursor, ...filter } = request;
  const caller = sellerProfileId ? mustBeSeller(context.caller, sellerProfileId) : mustReachAll(context.caller);
  if (filter.userId ?? filter.email ?? filter.search) mustReachAll(caller);
  const conditions = conditionsOf(filter);
  const start = cursor ? positionOf(cursor) : await startOf(context, request);
  using _ = EXPORTS.take(caller.userId, { continues: cursor !== undefined });
  if (!sellerProfileId && !cursor) {
    const { email, search, ...shown } = filter;
    const exported = exportAudit('orders_exported', 'orders', { shown, hidden: { email, search } });
    await transact(em, async (tx) => recordAudit(tx, exported));
  }
  yield* batchesFrom(start, (position) =>
    sellerProfileId
      ? exportedOrders.findSellers(em, sellerProfileId, conditions, position)
      : exportedOrders.find(em, conditions, position),
  );
}

async function startOf({ em }: Context, { sellerProfileId, after, updatedSince }: OrderExport): Promise<Position> {
  const isOfChanges = !sellerProfileId && updatedSince !== undefined;
  if (!after) return isOfChanges ? BEFORE_OLDEST : BEFORE_NEWEST;
  if (isOfChanges)
    throw badAfter('conflicting', 'cannot be combined with updated_since: send its last updatedAt instead');
  const found =
    isUuid(after) &&
    (await (sellerProfileId
      ? exportedOrders.findSellersPosition(em, sellerProfileId, after)
      : exportedOrders.findPosition(em, after)));
  if (!found) throw badAfter('unknown_reference', 'names no order that can be exported here');
  return found;
}

const badAfter = (code: string, message: string) =>
  new DomainError('invalid', 'validation_failed', `after ${message}`, { fields: [{ path: 'after', code, message }] });
