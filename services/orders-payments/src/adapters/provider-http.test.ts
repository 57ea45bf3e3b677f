import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asaas } from './asaas.ts';
import { mercadoPago } from './mercado-pago.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import { LONGEST_PAUSE_MS, providerHttp } from '@estampa/kit/provider/provider-http';

type Seen = { url: string; headers: IncomingHttpHeaders };

let url = '';
let seen: Seen[] = [];
let respond: (response: ServerResponse, path: string) => void;
const server = createServer((request, response) => {
  seen.push({ url: request.url ?? '', headers: request.headers });
  request.resume();
  respond(response, request.url ?? '');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
});

const soon = () => AbortSignal.timeout(10_000);
const Codes = z.object({ codes: z.array(z.string()) }).catch({ codes: [] });
const call = (method: 'GET' | 'POST', path = '/things?document=52998224725') =>
  providerHttp({
    baseUrl: url,
    headers: { Authorization: 'Bearer secret' },
    codesIn: (body) => Codes.parse(body).codes,
  })({ method, path, body: method === 'POST' ? {} : undefined, signal: soon() }, z.object({ id: z.string() }));

describe('a call', () => {
  it('identifies the application, and sends a body only where there is one', async () => {
    respond = (response) => response.end('{"id":"1","new":true}');

    expect(await call('GET')).toEqual({ id: '1' });
    await call('POST');

    expect(seen[0]!.headers).toMatchObject({ 'user-agent': 'Estampa/1', authorization: 'Bearer secret' });
    expect(seen.map(({ headers }) => headers['content-type'])).toEqual([undefined, 'application/json']);
  });

  it.each<[string, number, string]>([
    ['a page instead of data', 200, '<html>'],
    ['data of another shape', 200, '{"id":1}'],
    ['nothing', 204, ''],
    ['a way to somewhere else', 302, ''],
    ['trouble', 500, '{}'],
    ['a time-out', 408, '{"codes":["invalid_action"]}'],
  ])('that is answered with %s may have made something', async (_name, status, body) => {
    respond = (response) => response.writeHead(status, { location: '/elsewhere' }).end(body);

    await expect(call('POST')).rejects.toMatchObject({ failure: 'ambiguous', httpStatus: status });
    await expect(call('GET')).rejects.toMatchObject({ failure: 'retryable' });
    expect(seen).toHaveLength(2);
  });

  it.each([409, 423])('that is answered with %i, as another is in its way, may have been that one', async (status) => {
    respond = (response) => response.writeHead(status).end('{"codes":["invalid_action"]}');

    await expect(call('POST')).rejects.toMatchObject({ failure: 'ambiguous', httpStatus: status });
    await expect(call('GET')).rejects.toMatchObject({ failure: 'rejected' });
  });

  it.each<[Record<string, string>, number]>([
    [{ 'retry-after': '7' }, 7_000],
    [{ 'ratelimit-reset': '2' }, 2_000],
    [{ 'retry-after': '999999999' }, LONGEST_PAUSE_MS],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 0],
    [{ 'retry-after': '-1' }, 0],
    [{}, 0],
  ])('that comes too often is told when to come back by %j', async (headers, retryAfterMs) => {
    respond = (response) => response.writeHead(429, headers).end();

    await expect(call('GET')).rejects.toMatchObject({ failure: 'retryable', retryAfterMs });
  });

  it('that is rejected reports a few short codes, and no personal data of its query', async () => {
    const codes = Array.from({ length: 50 }, () => 'c'.repeat(500));
    respond = (response) => response.writeHead(400).end(JSON.stringify({ codes }));

    const error = await call('GET').catch((reason: unknown) => reason as { message: string; codes: string[] });

    expect(error).toMatchObject({ failure: 'rejected', message: 'GET /things answered 400' });
    expect((error as { codes: string[] }).codes).toEqual(Array.from({ length: 10 }, () => 'c'.repeat(60)));
  });
});

describe('a list of payments', () => {
  const PAGE = 100;
  const total = PAGE + 1;
  const offsetIn = (path: string) => Number(new URL(path, url).searchParams.get('offset'));
  const idsFrom = (offset: number) => Array.from({ length: Math.min(PAGE, total - offset) }, (_, at) => offset + at);
  const asaasPage = (path: string) => ({
    hasMore: offsetIn(path) + PAGE < total,
    data: idsFrom(offsetIn(path)).map((id) => ({ id: `pay_${id}`, status: 'PENDING', value: 1, invoiceUrl: url })),
  });
  const mercadoPagoPage = (path: string) => ({
    paging: { total },
    results: idsFrom(offsetIn(path)).map((id) => ({ id, status: 'pending', transaction_amount: 1 })),
  });

  it.each<[string, number, () => PaymentGateway, (path: string) => object]>([
    ['Asaas', 4, () => asaas({ baseUrl: url, apiKey: 'key', webhookTokens: ['token'] }), asaasPage],
    [
      'Mercado Pago',
      1,
      () => mercadoPago({ baseUrl: url, accessToken: 'key', webhookSecrets: ['secret'] }),
      mercadoPagoPage,
    ],
  ])('of %s costs one request a page of each of its %i lists, until the last', async (_name, lists, gateway, page) => {
    respond = (response, path) => response.end(JSON.stringify(page(path)));
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const days = { madeFrom: '2026-11-20', madeTo: '2026-11-21', cursor };
      const { payments, next } = await gateway().listPayments(days, soon());
      ids.push(...payments.map(({ paymentId }) => paymentId));
      cursor = next;
    } while (cursor);

    expect(seen).toHaveLength(2 * lists);
    expect(new Set(ids).size).toBe(total);
  });
});
