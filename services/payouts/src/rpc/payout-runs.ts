import type { PayoutRunServiceService } from '@estampa/contracts/payouts/v1/payout_run';
import { command } from '@estampa/kit/rpc/command';
import type { Handlers } from '@estampa/kit/rpc/server';
import type { Context } from '../context.ts';
import { pixTransferMessage, planMessage, runMessage, unmatchedTransferMessage } from '../messages/payout-run.ts';
import { approveRun, withdrawRun } from '../usecases/runs/approve-run.ts';
import { listUnmatchedTransfers } from '../usecases/transfers/list-unmatched.ts';
import { getRun } from '../usecases/runs/get-run.ts';
import { showPlan } from '../usecases/runs/plan-run.ts';
import { startRun } from '../usecases/runs/start-run.ts';

export const payoutRuns: Handlers<typeof PayoutRunServiceService, Context> = {
  async planPayoutRun(context) {
    return planMessage(await showPlan(context), context.settings.oneApproverMaxCents);
  },

  startPayoutRun: command(startRun, (run) => ({ run: runMessage(run) })),

  approvePayoutRun: command(
    (context, { id }) => approveRun(context, id),
    (run) => ({ run: runMessage(run) }),
  ),

  withdrawPayoutRun: command(
    (context, { id }) => withdrawRun(context, id),
    (run) => ({ run: runMessage(run) }),
  ),

  async listUnmatchedTransfers(context) {
    const { transfers, total } = await listUnmatchedTransfers(context);
    return { transfers: transfers.map(unmatchedTransferMessage), total };
  },

  async getPayoutRun(context, { id }) {
    const { run, transfers } = await getRun(context, id);
    return { run: runMessage(run), transfers: transfers.map(pixTransferMessage) };
  },
};
