import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { pixTransfers } from '../db/pix-transfer-repository.ts';
import { payouts } from '../db/payout-repository.ts';
import { fail, type PayoutWithItems } from '../domain/payout.ts';
import { auditPayout } from './audit-payout.ts';
import { movePayout } from './move-payout.ts';
import { endByHand } from './transfers/end-by-hand.ts';

/** Frees the items for another batch; the failed one still shows what it was made of. */
export function markPayoutFailed(context: Context, id: string, reason: string): TransactionBody<PayoutWithItems> {
  mustReachAll(context.caller);
  return async (tx) => {
    const payout = await payouts.lock(tx, id);
    const transfer = await pixTransfers.findOfPayout(tx, id);
    const change = fail(payout, reason, context.now(), Boolean(transfer?.unexplained));
    auditPayout(tx, 'payout_failed', payout.id, { before: payout, change });
    endByHand(tx, transfer);
    return { payout, items: await movePayout(tx, payout, change) };
  };
}
