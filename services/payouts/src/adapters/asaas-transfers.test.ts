import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asaasTransfers } from './asaas-transfers.ts';

const DAYS = { from: '2026-11-18', to: '2026-11-20' };
const PAGES = [
  [
    { type: 'TRANSFER', transferId: 'whole', value: -50 },
    { type: 'TRANSFER_REVERSAL', transferId: 'whole', value: 50 },
    { type: 'TRANSFER_REVERSAL', transferId: 'part', value: 0.1 },
  ],
  [
    { type: 'PAYMENT_REVERSAL', transferId: null, value: -50 },
    { type: 'TRANSFER_REVERSAL', transferId: 'part', value: 0.2 },
  ],
];

const TRANSFER = { id: 'transfer-1', value: 12.34, status: 'BANK_PROCESSING', externalReference: 'ours' };
/** By the offset. The last page may be empty. */
const TRANSFERS: Readonly<Record<string, object>> = {
  0: { data: [TRANSFER, { ...TRANSFER, externalReference: null }], hasMore: true },
  2: { data: [], hasMore: true },
  4: { data: [TRANSFER], hasMore: false },
};

let requested: string[];
beforeEach(() => (requested = []));
const server = createServer((request, response) => {
  requested.push(request.url!);
  const url = new URL(request.url!, 'http://provider');
  if (url.pathname === '/transfers') return response.end(JSON.stringify(TRANSFERS[url.searchParams.get('offset')!]));
  const page = requested.length - 1;
  response.end(JSON.stringify({ data: PAGES[page], hasMore: page < PAGES.length - 1 }));
});
const provider = () =>
  asaasTransfers({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'key',
    webhookTokens: [],
  });
const { signal } = new AbortController();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

it('sums what came back of each transfer, over all pages of the statement', async () => {
  expect(await provider().listReturned(DAYS, signal)).toEqual([
    { providerId: 'whole', amountCents: 5_000 },
    { providerId: 'part', amountCents: 30 },
  ]);
  expect(requested).toEqual([
    '/financialTransactions?startDate=2026-11-18&finishDate=2026-11-20&order=asc&offset=0&limit=100',
    '/financialTransactions?startDate=2026-11-18&finishDate=2026-11-20&order=asc&offset=3&limit=100',
  ]);
});

it('gives a page of the transfers of some days, and where the next one begins', async () => {
  const next = async (offset: number) => (await provider().list(DAYS, offset, signal)).next;

  const { transfers } = await provider().list(DAYS, 0, signal);
  expect(transfers).toMatchObject([
    { providerId: 'transfer-1', state: 'pending', amountCents: 1_234, reference: 'ours' },
    { reference: null },
  ]);
  expect([await next(0), await next(2), await next(4)]).toEqual([2, null, null]);
  expect(requested[3]).toBe(
    '/transfers?dateCreated%5Bge%5D=2026-11-18&dateCreated%5Ble%5D=2026-11-20&offset=4&limit=100',
  );
});
