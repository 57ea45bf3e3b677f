import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { TransactionBody } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { payoutRuns } from '../../db/payout-run-repository.ts';
import { pixTransfers } from '../../db/pix-transfer-repository.ts';
import type { PayoutRunRow } from '../../db/tables/payout-run.ts';
import { approveRun as approved, withdrawRun as withdrawn } from '../../domain/payout-run.ts';
import { withdraw } from '../../domain/pix-transfer.ts';
import { changeTransfer } from '../transfers/change-transfer.ts';
import { recordRun } from './start-run.ts';

/** By an admin other than those before. */
export function approveRun(context: Context, id: string): TransactionBody<PayoutRunRow> {
  const { userId: approver } = mustReachAll(context.caller);
  const at = context.now();
  return async (tx) => {
    const run = await payoutRuns.lock(tx, id);
    const before = { ...run };
    payoutRuns.save(tx, run, approved(run, approver, at));
    recordRun(tx, 'payout_run_approved', run, before);
    if (!run.startedAt) return run;
    for (const transfer of await pixTransfers.lockRun(tx, id))
      if (transfer.status === 'intended') pixTransfers.save(tx, transfer, { dueAt: at });
    context.wake('continue-transfers');
    return run;
  };
}

/** Of a run that waits for another admin: its items are free again. */
export function withdrawRun(context: Context, id: string): TransactionBody<PayoutRunRow> {
  mustReachAll(context.caller);
  const at = context.now();
  return async (tx) => {
    const run = await payoutRuns.lock(tx, id);
    const before = { ...run };
    payoutRuns.save(tx, run, withdrawn(run, at));
    recordRun(tx, 'payout_run_withdrawn', run, before);
    for (const transfer of await pixTransfers.lockRun(tx, id)) {
      const change = withdraw(transfer, 'withdrawn');
      if (change) await changeTransfer(context, tx, transfer, change);
    }
    return run;
  };
}
