import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../context.ts';
import { pixTransfers } from '../db/pix-transfer-repository.ts';
import { payouts } from '../db/payout-repository.ts';
import { pay, type PayoutWithItems } from '../domain/payout.ts';
import { auditPayout } from './audit-payout.ts';
import { movePayout } from './move-payout.ts';
import { endByHand } from './transfers/end-by-hand.ts';

/** Of a batch that is being sent the provider alone says so. */
export function markPayoutPaid(
  context: Context,
  id: string,
  reference: string | null,
): TransactionBody<PayoutWithItems> {
  mustReachAll(context.caller);
  const at = context.now();
  return async (tx) => {
    const payout = await payouts.lock(tx, id);
    const transfer = await pixTransfers.findOfPayout(tx, id);
    const change = pay(payout, reference, at, Boolean(transfer?.unexplained));
    auditPayout(tx, 'payout_paid', payout.id, { before: payout, change });
    endByHand(tx, transfer);
    return { payout, items: await movePayout(tx, payout, change) };
  };
}
