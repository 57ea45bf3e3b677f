import { DomainError } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Position } from '@estampa/kernel/cursor';
import { type Batch, BEFORE_NEWEST, batchesFrom, positionOf } from '@estampa/kit/postgres/scan';
import { transact } from '@estampa/kit/postgres/transact';
import { someone } from '@estampa/kit/rpc/caller';
import { exportAudit, recordAudit } from '@estampa/kit/service/audit';
import { Slots } from '@estampa/kit/service/slots';
import type { Context } from '../context.ts';
import { type PayoutItemFilter, exportedPayoutItems } from '../db/payout-item-export.ts';
import type { PayoutItem } from '../domain/payout-item.ts';
import { mustReach } from './must-reach.ts';

type PayoutItemExport = PayoutItemFilter & { after?: string | undefined; cursor?: string | undefined };

/** Fewer than the connections of background work, which exports share with consumers and jobs. */
const EXPORTS = new Slots({ ofCaller: 1, ofAll: 2 });

/**
 * All entries that match, newest first, in batches; each is read when the one before has been taken, so none has a transaction. An
 * admin exports those of all sellers or of one, which is audited, a seller own ones.
 */
export async function* exportPayoutItems(
  context: Context,
  { after, cursor, ...filter }: PayoutItemExport,
): AsyncGenerator<Batch<PayoutItem>> {
  const { em } = context;
  const { userId, sellerProfileId: own } = someone(context.caller);
  mustReach(context, filter.sellerProfileId);
  const start = cursor ? positionOf(cursor) : await startOf(context, after, filter.sellerProfileId);
  using _ = EXPORTS.take(userId, { continues: cursor !== undefined });
  if (!cursor && (own === null || filter.sellerProfileId !== own)) {
    const exported = exportAudit('payout_items_exported', 'payout_items', { shown: filter, hidden: {} });
    await transact(em, async (tx) => recordAudit(tx, exported));
  }
  yield* batchesFrom(start, (position) => exportedPayoutItems.find(em, filter, position));
}

async function startOf(
  { em }: Context,
  after: string | undefined,
  sellerProfileId: string | undefined,
): Promise<Position> {
  if (!after) return BEFORE_NEWEST;
  const found = isUuid(after) && (await exportedPayoutItems.findPosition(em, after, sellerProfileId));
  if (found) return found;
  const message = 'names no payout item that can be exported here';
  throw new DomainError('invalid', 'validation_failed', `after ${message}`, {
    fields: [{ path: 'after', code: 'unknown_reference', message }],
  });
}
