import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EQUAL_TRANSFER_MS } from '../src/domain/transfer.ts';
import { eventually, type Json, startTestbed, type Testbed, WEBHOOK_TOKEN } from './testbed.ts';

let bed: Testbed;
beforeAll(async () => {
  bed = await startTestbed();
  await equalTransfers(0);
});
afterAll(() => bed.stop());

const A_TRANSFER = { value: 50, pixAddressKey: '52998224725', pixAddressKeyType: 'CPF', externalReference: 'payout-1' };
let counter = 0;
/** For how long they are rejected. */
const equalTransfers = (asaasEqualTransferMs: number) => bed.control('PATCH', '/settings', { asaasEqualTransferMs });

async function transfer(more: object = {}): Promise<Json> {
  const externalReference = `payout-${(counter += 1)}`;
  const { status, body } = await bed.asaas('POST', '/transfers', { ...A_TRANSFER, externalReference, ...more });
  expect(status).toBe(200);
  return body;
}

const byId = async (id: string) => (await bed.asaas('GET', `/transfers/${id}`)).body;
const isNow = (id: string, status: string) => eventually(async () => expect(await byId(id)).toMatchObject({ status }));
const script = (rule: object) =>
  bed.control('POST', '/scripts', { method: 'POST', path: '/asaas/v3/transfers', ...rule });
const move = (id: string, to: string) => bed.control('POST', `/transfers/${id}/move`, { to });
const eventsOf = (id: string) =>
  bed.receiver.received.filter(({ body }) => body.transfer?.id === id).map(({ body }) => body.event);

describe('a transfer', () => {
  it('is created with 200, arrives, and is told of in order', async () => {
    const made = await transfer();

    expect(made).toMatchObject({
      object: 'transfer',
      status: 'PENDING',
      value: 50,
      operationType: 'PIX',
      endToEndIdentifier: null,
      bankAccount: { pixAddressKey: '52998224725' },
    });
    await isNow(made.id, 'DONE');
    expect((await byId(made.id)).endToEndIdentifier).toMatch(/^E\d{31}$/);
    await eventually(() => expect(eventsOf(made.id)).toEqual(['TRANSFER_CREATED', 'TRANSFER_DONE']));
  });

  it.each([
    [{ value: 0 }, 'invalid_value'],
    [{ pixAddressKey: '52998224724' }, 'invalid_pixAddressKey'],
    [{ pixAddressKeyType: 'PHONE' }, 'invalid_pixAddressKey'],
    [{ pixAddressKeyType: 'IBAN' }, 'invalid_pixAddressKeyType'],
    [{ pixAddressKey: undefined }, 'invalid_pixAddressKey'],
  ])('is rejected with %j', async (change, code) => {
    const response = await bed.asaas('POST', '/transfers', { ...A_TRANSFER, ...change });

    expect(response).toMatchObject({ status: 400, body: { errors: [{ code }] } });
  });

  it('is found by its day, whatever reference it has, and the same reference makes another one', async () => {
    const externalReference = 'payout-twice';
    const ids = [(await transfer({ externalReference })).id, (await transfer({ externalReference })).id];
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    const days = new URLSearchParams({ 'dateCreated[ge]': today, 'dateCreated[le]': today, limit: '100' }).toString();

    const { body } = await bed.asaas('GET', `/transfers?externalReference=none&${days}`);

    const found = body.data.filter((one: Json) => one.externalReference === externalReference);
    expect(found.map(({ id }: Json) => id)).toEqual(ids.toReversed());
    expect((await bed.asaas('GET', '/transfers?dateCreated[le]=2020-01-01')).body.totalCount).toBe(0);
  });

  it('of as much to the same key is rejected for a while, whatever reference it has', async () => {
    await equalTransfers(EQUAL_TRANSFER_MS);
    try {
      const key = { pixAddressKey: 'twice@example.com', pixAddressKeyType: 'EMAIL' };
      await transfer(key);
      const again = await bed.asaas('POST', '/transfers', { ...A_TRANSFER, ...key, externalReference: 'another' });

      expect(again).toMatchObject({ status: 409, body: { errors: [{ code: 'invalid_action' }] } });
      await transfer({ ...key, value: 50.01 });
      await transfer({ ...key, pixAddressKey: 'once@example.com' });
      await equalTransfers(0);
      await transfer(key);
    } finally {
      await equalTransfers(0);
    }
  });

  it('waits, fails or is not paid for where a script wants it', async () => {
    await script({ transfer: 'pending' });
    const waiting = await transfer();
    await script({ transfer: 'failed' });
    const failing = await transfer();
    await script({ transfer: 'unfunded' });
    const unfunded = await bed.asaas('POST', '/transfers', A_TRANSFER);

    await isNow(failing.id, 'FAILED');
    expect((await byId(failing.id)).failReason).toEqual(expect.any(String));
    expect(unfunded).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_action' }] } });
    expect((await byId(waiting.id)).status).toBe('PENDING');
    await move(waiting.id, 'processing');
    expect((await bed.asaas('DELETE', `/transfers/${waiting.id}/cancel`)).status).toBe(400);
    await move(waiting.id, 'done');
    expect((await byId(waiting.id)).status).toBe('DONE');
  });

  it('is taken from the balance, and given back to it where it did not arrive or came back', async () => {
    const own = await startTestbed();
    try {
      const balance = async () => (await own.control('GET', '/settings')).body.balances.asaas;
      await own.control('PATCH', '/settings', { balances: { asaas: 8_000 } });
      const { body: made } = await own.asaas('POST', '/transfers', A_TRANSFER);
      expect(await balance()).toBe(3_000);
      expect((await own.asaas('POST', '/transfers', A_TRANSFER)).body.errors[0].description).toMatch(/Saldo insuf/);

      await own.control('POST', `/transfers/${made.id}/move`, { to: 'returned' });

      expect(await balance()).toBe(8_000);
      expect((await own.asaas('GET', `/transfers/${made.id}`)).body.status).toBe('DONE');
      const { body } = await own.asaas('GET', '/financialTransactions?order=asc');
      expect(body.data.map(({ type, value, transferId }: Json) => [type, value, transferId])).toEqual([
        ['TRANSFER', -50, made.id],
        ['TRANSFER_REVERSAL', 50, made.id],
      ]);
    } finally {
      await own.stop();
    }
  });
});

describe('where the owner of the account has to approve', () => {
  type Received = { token: unknown; body: Json };
  let requests: Received[];
  let response: { status: number; body: string };
  const server = createServer(async (request, reply) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    requests.push({ token: request.headers['asaas-access-token'], body: JSON.parse(raw) });
    reply.writeHead(response.status).end(response.body);
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const asaasApprovalUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/approve`;
    await bed.control('PATCH', '/settings', { asaasApprovalUrl });
  });
  afterAll(async () => {
    await bed.control('PATCH', '/settings', { asaasApprovalUrl: null });
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['arrives once it is approved', 200, '{"status":"APPROVED"}', 'DONE', 1],
    ['is cancelled when it is refused', 200, '{"status":"REFUSED","refuseReason":"unknown"}', 'CANCELLED', 1],
    ['is cancelled when nobody can say', 500, '{}', 'CANCELLED', 3],
    ['is cancelled when the response says neither', 200, 'yes', 'CANCELLED', 3],
  ])('a transfer %s', async (_what, status, body, end, times) => {
    requests = [];
    response = { status, body };

    const made = await transfer();

    expect(made).toMatchObject({ status: 'PENDING', authorized: false });
    await isNow(made.id, end);
    expect(requests).toEqual(Array(times).fill({ token: WEBHOOK_TOKEN, body: { type: 'TRANSFER', transfer: made } }));
  });
});
