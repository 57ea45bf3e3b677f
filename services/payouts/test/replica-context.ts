import { randomUUID } from 'node:crypto';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { newCall, serviceCaller } from '@estampa/kit/rpc/call';
import { createLog } from '@estampa/kit/telemetry/log';
import { asaasTransfers } from '../src/adapters/asaas-transfers.ts';
import type { Context, Settings } from '../src/context.ts';
import { entities } from '../src/db/entities.ts';
import { migrations } from '../src/db/migrations.ts';
import { BY_HAND } from '../src/dependencies.ts';
import type { Stage } from './stage.ts';

/** What a job of another replica gets, with settings that the service itself does not have. */
export async function openReplica({ service, sandboxUrl, secrets }: Stage, settings: Partial<Settings> = {}) {
  const orm = await connectDb(withoutTls(service.database.options.connectionString!), entities, migrations);
  return {
    close: () => orm.close(),
    context(): Context {
      const em = orm.em.fork();
      return {
        em,
        reads: em,
        call: newCall({ requestId: randomUUID() }),
        caller: serviceCaller('a-job'),
        now: () => new Date(),
        log: createLog('payouts', 'silent'),
        wake: () => {},
        transfers: asaasTransfers({
          baseUrl: `${sandboxUrl}/asaas/v3`,
          apiKey: secrets.asaasApiKey,
          webhookTokens: [],
        }),
        heads: null,
        settings: { ...BY_HAND.settings, ...settings },
      };
    },
  };
}
