import { saoPauloDateTime } from '@estampa/kernel/days';
import { LOWEST_ID } from '@estampa/kernel/ids';
import { transact } from '@estampa/kit/postgres/transact';
import type { Context } from '../../context.ts';
import { payoutRuns } from '../../db/payout-run-repository.ts';
import { dueDay } from '../../domain/payout-schedule.ts';
import { insertRun, planLocked } from './start-run.ts';

/** Starts the run of a day once, whichever replica comes first; above the limit it waits for an admin as others do. */
export async function runBySchedule(context: Context): Promise<void> {
  const { schedule } = context.settings;
  const day = schedule && context.transfers && dueDay(schedule, saoPauloDateTime(context.now()));
  if (!day || (await payoutRuns.hasRunOf(context.em, day))) return;
  await transact(context.em.fork(), async (tx) => {
    await payoutRuns.lockDay(tx, day);
    if (await payoutRuns.hasRunOf(tx, day)) return;
    const plan = await planLocked(context, tx);
    if (plan.paid.length === 0) return;
    const run = await insertRun(context, tx, { plan, userId: LOWEST_ID, needsTwoApprovers: false, scheduledFor: day });
    context.log.info(
      { runId: run.id, totalCents: run.totalCents, status: run.startedAt ? 'started' : 'proposed' },
      'run',
    );
  });
}
