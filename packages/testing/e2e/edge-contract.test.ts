import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '@estampa/stack/demo/api';
import { environmentOf } from '@estampa/stack/processes/node-process';
import { EXCHANGES_FILE } from '../src/exchanges-file.ts';
import { startSharedMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { describeExemplaryWalk } from './exemplary-walk.ts';
import { recordExchanges } from './recorded-exchanges.ts';
import { describeRobustness } from './robustness.ts';
import { documentOf } from './operations.ts';
import { openShop, type Shop } from './shop.ts';
import { describeTenantIsolation } from './tenant-isolation.ts';

const BOOT_DEADLINE_MS = 180_000;
const NOBODY = '01900000-0000-7000-8000-000000000000';

if (EXCHANGES_FILE) recordExchanges(EXCHANGES_FILE);

let marketplace: TestMarketplace;
let shop: Shop;
let operations: Operation[];

type Operation = { method: string; path: string; hasIds: boolean };

beforeAll(async () => {
  marketplace = await startSharedMarketplace();
  shop = await openShop(marketplace.gatewayUrl);
  operations = operationsOf(await documentOf(shop.api));
}, BOOT_DEADLINE_MS);

afterAll(() => marketplace?.stop(), BOOT_DEADLINE_MS);

describe('every operation of the route table', () => {
  it('is documented as OpenAPI 3.1', async () => {
    const document = await documentOf(shop.api);

    expect(document.openapi).toBe('3.1.0');
    expect(operations.length).toBeGreaterThan(40);
  });

  it('finds nothing at a path id that is no UUID, or that names nothing', async () => {
    const admin = await adminToken();
    for (const operation of operations.filter(({ hasIds, method }) => hasIds && method === 'get')) {
      const odd = await statusOf(operation, admin, 'not-a-uuid');
      const unknown = await statusOf(operation, admin, NOBODY);

      expect([name(operation), odd, unknown]).toEqual([name(operation), 404, 404]);
    }
  });

  it('rejects pages outside the limits', async () => {
    const admin = await adminToken();
    for (const query of ['limit=0', 'limit=101', 'skip=-1', 'limit=x']) {
      const response = await fetch(`${marketplace.gatewayUrl}/products/types?${query}`, { headers: admin });
      expect([query, response.status]).toEqual([query, 400]);
    }
  });
});

describe('a problem body', () => {
  it('is RFC 9457 with the request id that was sent', async () => {
    const response = await fetch(`${marketplace.gatewayUrl}/nowhere`, { headers: { 'X-Request-Id': 'my-request-1' } });

    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.headers.get('x-request-id')).toBe('my-request-1');
    expect(await response.json()).toEqual({
      type: 'urn:estampa:problem:not_found',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
      detail: 'There is nothing at this address',
      message: 'There is nothing at this address',
      requestId: 'my-request-1',
    });
  });
});

describe('an idempotency key', () => {
  it('gives the stored response to the same request, and rejects another body', async () => {
    const headers = { 'Idempotency-Key': 'join-once' };
    const join = (email: string) =>
      shop.api.client.exchange('joinWaitlist', { body: { email, name: 'Once' } }, { headers: headers });

    const first = await join('once@example.com');
    const again = await join('once@example.com');
    const other = await join('twice@example.com');

    expect([first.status, again.status, other.status]).toEqual([201, 201, 422]);
    expect(again.response).toEqual(first.response);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(other.problem).toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('runs two requests at one instant once', async () => {
    const headers = { 'Idempotency-Key': 'join-at-once' };
    const join = () =>
      shop.api.client.exchange(
        'joinWaitlist',
        { body: { email: 'race@example.com', name: 'Race' } },
        { headers: headers },
      );

    const responses = await Promise.all([join(), join(), join()]);
    const ids = new Set(responses.map(({ response }) => response?.id));

    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(ids.size).toBe(1);
  });
});

const places = () => ({
  sandboxUrl: marketplace.sandboxUrl,
  mailUrl: marketplace.mailUrl,
  payouts: marketplace.service('payouts'),
  asaasToken: environmentOf('orders-payments', marketplace.surroundings)['ASAAS_WEBHOOK_TOKEN']!,
});

// First, as all exchanges of a kind but the first are left out.
if (EXCHANGES_FILE) describeExemplaryWalk(() => ({ ...shop, ...places() }));
describeTenantIsolation(
  () => ({ ...shop, ...places() }),
  () => marketplace.service('payouts'),
);
describeRobustness(() => shop);

function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, { parameters }]) => ({
      method,
      path,
      hasIds: parameters.some(({ in: place, schema }: Json) => place === 'path' && isId(document, schema)),
    })),
  );
}

const isId = ({ components }: Json, schema: Json): boolean =>
  (schema.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema).format === 'uuid';

async function statusOf({ method, path }: Operation, headers: Record<string, string>, id: string): Promise<number> {
  const address = marketplace.gatewayUrl + path.replaceAll(/\{\w+\}/g, id);
  return (await fetch(address, { method: method.toUpperCase(), headers })).status;
}

const name = ({ method, path }: Operation) => `${method} ${path}`;

async function adminToken(): Promise<{ Authorization: string }> {
  const body = { email: 'admin@estampa.local', password: 'estampa-admin-1' };
  const { accessToken } = await shop.api.as(null).client.logIn({ body });
  return { Authorization: `Bearer ${accessToken}` };
}
