import { randomUUID } from 'node:crypto';
import { saoPauloDay } from '@estampa/kernel/days';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb, type Orm } from '@estampa/kit/postgres/connect';
import { newCall, serviceCaller } from '@estampa/kit/rpc/call';
import { createLog } from '@estampa/kit/telemetry/log';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asaasTransfers } from '../src/adapters/asaas-transfers.ts';
import type { Context } from '../src/context.ts';
import { entities } from '../src/db/entities.ts';
import { migrations } from '../src/db/migrations.ts';
import { BY_HAND } from '../src/dependencies.ts';
import { runBySchedule } from '../src/usecases/runs/run-by-schedule.ts';
import { runStage } from './run-stage.ts';
import type { Stage } from './stage.ts';

const EVERY_DAY = { days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], hour: 0 };

export function describeScheduledRuns(given: () => Stage): void {
  const { sellersOf, query } = runStage(given);
  let orm: Orm;
  beforeAll(async () => {
    orm = await connectDb(withoutTls(given().service.database.options.connectionString!), entities, migrations);
  });
  afterAll(() => orm?.close());

  /** As a replica that has a schedule; the service itself has none. */
  function contextOf(): Context {
    const em = orm.em.fork();
    const baseUrl = `${given().sandboxUrl}/asaas/v3`;
    return {
      em,
      reads: em,
      call: newCall({ requestId: randomUUID() }),
      caller: serviceCaller('run-by-schedule'),
      now: () => new Date(),
      log: createLog('payouts', 'silent'),
      wake: () => {},
      transfers: asaasTransfers({ baseUrl, apiKey: given().secrets.asaasApiKey, webhookTokens: [] }),
      heads: null,
      settings: { ...BY_HAND.settings, schedule: EVERY_DAY },
    };
  }

  describe('the schedule', () => {
    it('makes one run a day, however many replicas have it', async () => {
      const [seller] = await sellersOf(1);
      const day = saoPauloDay(new Date());

      await Promise.all(Array.from({ length: 3 }, () => runBySchedule(contextOf())));
      await runBySchedule(contextOf());

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
