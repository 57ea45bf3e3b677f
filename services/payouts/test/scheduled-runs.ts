import { saoPauloDay } from '@estampa/kernel/days';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBySchedule } from '../src/usecases/runs/run-by-schedule.ts';
import { openReplica } from './replica-context.ts';
import { runStage } from './run-stage.ts';
import type { Stage } from './stage.ts';

const EVERY_DAY = { days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], hour: 0 };

export function describeScheduledRuns(given: () => Stage): void {
  const { sellersOf, query } = runStage(given);
  let replica: Awaited<ReturnType<typeof openReplica>>;
  beforeAll(async () => {
    replica = await openReplica(given(), { schedule: EVERY_DAY });
  });
  afterAll(() => replica?.close());

  describe('the schedule', () => {
    it('makes one run a day, however many replicas have it', async () => {
      const [seller] = await sellersOf(1);
      const day = saoPauloDay(new Date());

      await Promise.all(Array.from({ length: 3 }, () => runBySchedule(replica.context())));
      await runBySchedule(replica.context());

      const made = await query(
        `select r.scheduled_for = $1 as "isOfToday" from payout_run as r join pix_transfer as t on t.run_id = r.id
         where t.seller_profile_id = $2`,
        day,
        seller!.order.sellerProfileId,
      );
      expect(made).toEqual([{ isOfToday: true }]);
      expect(await query('select count(*)::int as runs from payout_run where scheduled_for = $1', day)).toEqual([
        { runs: 1 },
      ]);
    });
  });
}
