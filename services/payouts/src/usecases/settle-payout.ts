import { notFound } from '@estampa/kernel/errors';
import { mustBeAdmin } from '@estampa/kit/caller';
import { transact } from '@estampa/kit/idempotency';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { PayoutRow } from '../db/payout.entity.ts';
import { fail, pay } from '../domain/payout.ts';
import { addItems, type PayoutWithItems } from './find-payout.ts';
import { lockSellers } from './lock-seller.ts';
import { announceItem, announcePayout } from './messages.ts';

export function markPayoutPaid(ctx: Context, id: string, reference: string | null): Promise<PayoutWithItems> {
  mustBeAdmin(ctx.caller);
  const at = ctx.now();
  return transact(ctx.em, async (tx) => {
    const payout = await loadLocked(tx, id);
    tx.assign(payout, pay(payout, reference, at));
    announcePayout(tx, 'payout_paid', payout);
    const items = await itemsHeldBy(tx, payout);
    for (const item of items) {
      tx.assign(item, { status: 'paid', paidAt: at, version: item.version + 1 });
      announceItem(tx, 'payout_item_paid', item);
    }
    return { payout, items };
  });
}

/** Frees the items for another batch; the failed one still tells what it was made of. */
export function markPayoutFailed(ctx: Context, id: string, reason: string): Promise<PayoutWithItems> {
  mustBeAdmin(ctx.caller);
  return transact(ctx.em, async (tx) => {
    const payout = await loadLocked(tx, id);
    tx.assign(payout, fail(payout, reason, ctx.now()));
    announcePayout(tx, 'payout_failed', payout);
    const items = await itemsHeldBy(tx, payout);
    for (const item of items) {
      tx.assign(item, { payoutId: null, version: item.version + 1 });
      announceItem(tx, 'payout_item_freed', item);
    }
    return { payout, items };
  });
}

async function loadLocked(tx: EntityManager, id: string): Promise<PayoutRow> {
  const [known] = await tx.execute<{ seller: string }[]>(
    'select seller_profile_id as seller from payout where id = ?',
    [id],
  );
  if (!known) throw notFound('payout', id);
  await lockSellers(tx, [known.seller]);
  return tx.findOneOrFail(PayoutRow, id);
}

async function itemsHeldBy(tx: EntityManager, payout: PayoutRow): Promise<PayoutWithItems['items']> {
  const [held] = await addItems(tx, [payout]);
  return held?.items ?? [];
}
