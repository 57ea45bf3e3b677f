import { mustReachAll } from '@estampa/kit/rpc/caller';
import type { Context } from '../../context.ts';
import { payoutRuns } from '../../db/payout-run-repository.ts';
import { pixTransfers, type ShownTransfer } from '../../db/pix-transfer-repository.ts';
import type { PayoutRun } from '../../domain/payout-run.ts';

type ShownRun = { run: PayoutRun; transfers: readonly ShownTransfer[] };

export async function getRun({ em, caller }: Context, id: string): Promise<ShownRun> {
  mustReachAll(caller);
  const run = await payoutRuns.find(em, id);
  return { run, transfers: await pixTransfers.findOfRun(em, id) };
}
