import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

const requested: string[] = [];
const server = createServer((request, response) => {
  requested.push(request.url!);
  const page = requested.length - 1;
  response.end(JSON.stringify({ data: PAGES[page], hasMore: page < PAGES.length - 1 }));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

it('sums what came back of each transfer, over all pages of the statement', async () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = asaasTransfers({ baseUrl, apiKey: 'key', webhookTokens: [] });

  expect(await provider.listReturned(DAYS, new AbortController().signal)).toEqual([
    { providerId: 'whole', amountCents: 5_000 },
    { providerId: 'part', amountCents: 30 },
  ]);
  expect(requested).toEqual([
    '/financialTransactions?startDate=2026-11-18&finishDate=2026-11-20&order=asc&offset=0&limit=100',
    '/financialTransactions?startDate=2026-11-18&finishDate=2026-11-20&order=asc&offset=3&limit=100',
  ]);
});
