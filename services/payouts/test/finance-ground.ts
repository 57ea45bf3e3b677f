import { randomUUID } from 'node:crypto';
import { withoutTls } from '@estampa/kit/postgres/address';
import { connectDb } from '@estampa/kit/postgres/connect';
import { transact } from '@estampa/kit/postgres/transact';
import { type Caller, newCall, runInCall } from '@estampa/kit/rpc/call';
import { createLog } from '@estampa/kit/telemetry/log';
import { createDatabase } from '@estampa/stack/infrastructure/databases';
import { currentTestRun } from '@estampa/testing/test-run';
import pg from 'pg';
import type { Context } from '../src/context.ts';
import { ledgerTransfers } from '../src/db/ledger-repository.ts';
import { entities } from '../src/db/entities.ts';
import { migrations } from '../src/db/migrations.ts';
import { BY_HAND } from '../src/dependencies.ts';
import type { Transfer } from '../src/domain/transfer.ts';

export const ADMIN: Caller = { userId: randomUUID(), roles: ['admin'], sellerProfileId: null, sessionId: null };
export const SELLER: Caller = { ...ADMIN, roles: ['seller'] };

/** A database of payouts without its service: nothing seals or sums but what a test does, and nothing is posted by events. */
export async function openGround() {
  const { infrastructure, secrets } = currentTestRun();
  const name = `finance_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(infrastructure.postgres.url, { name, password: secrets.databasePassword });
  const orm = await connectDb(withoutTls(url), entities, migrations);
  const database = new pg.Pool({ connectionString: url });
  const log = createLog('payouts', 'silent');

  /** As a call of somebody. */
  function as<T>(caller: Caller, body: (context: Context) => Promise<T>): Promise<T> {
    const call = newCall({ requestId: randomUUID(), caller });
    const em = orm.em.fork();
    const base = { em, reads: em, call, caller, log, now: () => new Date(), wake: () => {} };
    return runInCall(call, () => body({ ...BY_HAND, ...base }));
  }

  return {
    orm,
    database,
    as,
    post: (transactions: readonly { transfers: readonly Transfer[]; at: Date }[]) =>
      transact(orm.em.fork(), async (tx) =>
        transactions.forEach(({ transfers, at }) => ledgerTransfers.post(tx, [transfers], at)),
      ),
    async [Symbol.asyncDispose]() {
      await orm.close(true);
      await database.end();
    },
  };
}

export type Ground = Awaited<ReturnType<typeof openGround>>;
