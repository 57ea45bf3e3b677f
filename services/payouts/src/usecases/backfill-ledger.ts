import { exclusive, lockStates } from '@estampa/kit/events/state-locks';
import { transact } from '@estampa/kit/postgres/transact';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../context.ts';
import { ledgerBackfills } from '../db/ledger-backfill-repository.ts';
import { ledgerTransfers } from '../db/ledger-repository.ts';
import { lockSellers } from '../db/lock-sellers.ts';
import { payoutTransfers } from '../domain/order-transfers.ts';
import { lackingOf } from '../domain/transfer.ts';
import { postOrders } from './post-orders.ts';

const DAY_MS = 24 * 3_600_000;
/** Replicas of the version before may go on for a while, posting nothing: a day later all orders are gone through once more. */
const PASSES = 2;

/** Posts what was sold, given back and paid before there was a ledger; what is posted already comes to nothing. */
export async function backfillLedger({ em, now }: Pick<Context, 'em' | 'now'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await transact(em.fork(), (tx) => postNext(tx, now()))));
}

/** Posts the next orders; false when none are due. */
async function postNext(tx: EntityManager, at: Date): Promise<boolean> {
  const due = await ledgerBackfills.lockDue(tx, at);
  if (!due) return false;
  const { orders, isLast } = await ledgerBackfills.findOrders(tx, due.afterId);
  const ids = orders.map(({ orderId }) => orderId);
  if (ids.length > 0) {
    // In the order in which the consumers take them.
    const locks = ids.map((id) => exclusive(`order:${id}`));
    await lockStates(tx, locks);
    const sellers = orders.flatMap(({ sellerProfileIds }) => sellerProfileIds);
    await lockSellers(tx, sellers);
    postOrders(tx, await ledgerTransfers.findOrders(tx, ids), at);
    const payouts = await ledgerTransfers.findPayouts(tx, ids);
    const lacking = payouts.map(({ entries, transfers }) => lackingOf(payoutTransfers(entries), transfers));
    ledgerTransfers.post(tx, lacking, at);
  }
  if (isLast) ledgerBackfills.savePass(tx, due.pass + 1, due.pass < PASSES ? new Date(at.getTime() + DAY_MS) : null);
  else ledgerBackfills.saveProgress(tx, ids.at(-1)!);
  return true;
}
