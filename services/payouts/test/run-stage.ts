import { randomUUID } from 'node:crypto';
import { PayoutRunServiceClient } from '@estampa/contracts/payouts/v1/payout_run';
import type { Caller } from '@estampa/kit/rpc/call';
import { eventually } from '@estampa/testing/eventually';
import { expect } from 'vitest';
import { type AnOrder, anOrder, itemIs, orderIs } from './events.ts';
import { ADMIN, type Stage } from './stage.ts';

export const DAY_MS = 24 * 60 * 60_000;
/** Searches find transfers by their days alone. */
const TRANSFERS = '/asaas/v3/transfers';
const NEVER_REQUESTED = { pixAddressKeyType: 'EMAIL', operationType: 'PIX' };

/** Sellers who can be paid, runs that pay them, and what the provider does to their transfers. */
export function runStage(given: () => Stage) {
  const runs = (caller: Caller = ADMIN) => given().service.client(PayoutRunServiceClient, { caller });
  const query = async (sql: string, ...values: unknown[]) => (await given().service.database.query(sql, values)).rows;
  // oxlint-disable-next-line no-explicit-any -- the JSON of many controls
  async function sandbox(method: string, path: string, body?: unknown): Promise<any> {
    const headers = { 'content-type': 'application/json' };
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${given().sandboxUrl}/_control${path}`, sent);
    if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${await response.text()}`);
    return response.json();
  }
  /** What the provider is to do to the one transfer of a key. */
  const script = (key: string, rule: object) =>
    sandbox('POST', '/scripts', { method: 'POST', path: TRANSFERS, contains: key, ...rule });
  const atProvider = async (id: string) => (await sandbox('GET', `/transfers?referencePrefix=${id}`)).transfers;

  /** Of somebody who has the key of the account, and sends past us. */
  async function sendPast(body: object): Promise<string> {
    const { sandboxUrl, secrets } = given();
    const headers = { access_token: secrets.asaasApiKey, 'content-type': 'application/json', 'user-agent': 'tests' };
    const sent = { method: 'POST', headers, body: JSON.stringify({ ...NEVER_REQUESTED, ...body }) };
    const response = await fetch(sandboxUrl + TRANSFERS, sent);
    expect(response.status).toBe(200);
    return ((await response.json()) as { id: string }).id;
  }

  /** Set long enough ago to be used. */
  async function haveKey(sellerProfileId: string, usableFrom = new Date(Date.now() - DAY_MS)): Promise<string> {
    const key = `${randomUUID()}@example.com`;
    await query(
      `insert into pix_key (id, seller_profile_id, kind, key, set_by, set_at, usable_from) values ($1, $2, 'email', $3, $4, $5, $6)`,
      randomUUID(),
      sellerProfileId,
      key,
      randomUUID(),
      new Date(usableFrom.getTime() - DAY_MS),
      usableFrom,
    );
    return key;
  }

  /** Sellers with releasable items and keys, for one run, each with what the provider does to its transfer. */
  async function sellersOf(count: number): Promise<{ order: AnOrder; key: string }[]> {
    const orders = Array.from({ length: count }, () => anOrder({ itemIds: [randomUUID(), randomUUID()] }));
    const events = orders.flatMap((order) => [
      orderIs(order, 'approved', 2),
      ...order.itemIds.map((_id, place) => itemIs(order, 'delivered', 2, place)),
    ]);
    await given().emit(...events);
    return Promise.all(orders.map(async (order) => ({ order, key: await haveKey(order.sellerProfileId) })));
  }

  async function start(caller: Caller = ADMIN) {
    const { digest } = await runs(caller).planPayoutRun({});
    return (await runs(caller).startPayoutRun({ digest, needsTwoApprovers: true })).run!;
  }

  const transferOf = async (runId: string, { sellerProfileId }: AnOrder) =>
    (await runs().getPayoutRun({ id: runId })).transfers.find((one) => one.sellerProfileId === sellerProfileId)!;
  const statusIs = (runId: string, order: AnOrder, status: string) =>
    eventually(async () => {
      const transfer = await transferOf(runId, order);
      expect(transfer.status).toBe(status);
      return transfer;
    });
  const payoutOf = async (id: string) => (await given().admin.getPayout({ id })).payout!;

  return {
    runs,
    query,
    sandbox,
    script,
    sendPast,
    atProvider,
    haveKey,
    sellersOf,
    start,
    transferOf,
    statusIs,
    payoutOf,
  };
}
