import { randomUUID } from 'node:crypto';
import { PayoutRunServiceClient } from '@estampa/contracts/payouts/v1/payout_run';
import { type Call, type Caller, newCall, runInCall, serviceCaller } from '@estampa/kit/rpc/call';
import { grpcClient } from '@estampa/kit/rpc/client';
import type { Json } from '@estampa/stack/demo/api';
import type { Restartable } from '@estampa/stack/processes/restartable';
import type { Random } from '@estampa/stack/random';
import type pg from 'pg';
import { sandboxOf } from '../../e2e/provider-hands.ts';

/** One process of payouts. */
export interface Replica {
  readonly process: Restartable;
  /** host:port of its gRPC. */
  readonly address: string;
}

export interface PayoutsInUse {
  readonly replicas: readonly Replica[];
  readonly database: pg.Pool;
  readonly sandboxUrl: string;
  readonly asaasApiKey: string;
  readonly random: Random;
}

/** Whom payout runs pay: what each earned may be released already, but without a key no run pays it. */
export interface PaidSeller {
  readonly sellerProfileId: string;
  readonly earnedCents: number;
}

const DAY_MS = 24 * 60 * 60_000;
const TRANSFERS = '/asaas/v3/transfers';
const ADMINS: readonly Caller[] = [1, 2].map(() => ({
  userId: randomUUID(),
  roles: ['admin'],
  sellerProfileId: null,
  sessionId: null,
}));

/** What people, thieves and the provider do around payout runs. */
export function worldOf({ database, sandboxUrl, asaasApiKey, replicas, random }: PayoutsInUse) {
  const sandbox = sandboxOf(sandboxUrl);
  const clients = replicas.map(({ address }) => grpcClient(PayoutRunServiceClient, address, serviceCaller('test')));

  return {
    replicas,
    random,
    sandbox,
    query: async (sql: string, ...values: unknown[]): Promise<Json[]> => (await database.query(sql, values)).rows,

    /** To one of the processes, which may end before it responds. */
    inRun<T>(admin: number, request: (runs: (typeof clients)[number]) => Promise<T>): Promise<T> {
      const call: Call = newCall({ requestId: randomUUID(), caller: ADMINS[admin]! });
      return runInCall(call, () => request(random.oneOf(clients)!));
    },

    /** One that can be used at once, in place of the one before; as it is set, but without the day in which it cools. */
    async changeKey(sellerProfileId: string): Promise<string> {
      const key = `${randomUUID()}@example.com`;
      const client = await database.connect();
      try {
        await client.query('begin');
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [sellerProfileId]);
        await client.query(
          `update pix_key set ended_at = date_trunc('milliseconds', clock_timestamp()) where seller_profile_id = $1 and ended_at is null`,
          [sellerProfileId],
        );
        const usableFrom = new Date(Date.now() - DAY_MS);
        await client.query(
          `insert into pix_key (id, seller_profile_id, kind, key, set_by, set_at, usable_from) values ($1, $2, 'email', $3, $4, $5, $6)`,
          [randomUUID(), sellerProfileId, key, randomUUID(), new Date(usableFrom.getTime() - DAY_MS), usableFrom],
        );
        await client.query('commit');
      } finally {
        client.release();
      }
      return key;
    },

    /** What the provider does to the next transfer to a key. */
    script: (key: string, rule: object) => sandbox.script({ method: 'POST', path: TRANSFERS, contains: key, ...rule }),
    /** All transfers, or those with a reference of ours. */
    atProvider: async (reference = ''): Promise<Json[]> =>
      (await sandbox.call('GET', `/transfers?referencePrefix=${reference}`)).transfers,
    move: (id: string, to: string) => sandbox.call('POST', `/transfers/${id}/move`, { to }),

    /** Of somebody who has the account's key, and sends past us. */
    async sendPast(body: { value: number; pixAddressKey: string; externalReference?: string }): Promise<void> {
      await fetch(`${sandboxUrl}${TRANSFERS}`, {
        method: 'POST',
        headers: { access_token: asaasApiKey, 'content-type': 'application/json', 'user-agent': 'tests' },
        body: JSON.stringify({ pixAddressKeyType: 'EMAIL', operationType: 'PIX', ...body }),
      });
    },

    close: () => clients.forEach((client) => client[Symbol.dispose]()),
  };
}

export type World = ReturnType<typeof worldOf>;
