import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '@estampa/stack/demo/api';
import { environmentOf } from '@estampa/stack/processes/node-process';
import { EXCHANGES_FILE } from '../src/exchanges-file.ts';
import { startMarketplace, type TestMarketplace } from '../src/marketplace.ts';
import { describeExemplaryWalk } from './exemplary-walk.ts';
import { recordExchanges } from './recorded-exchanges.ts';
import { describeRobustness } from './robustness.ts';
import { documentOf } from './operations.ts';
import { customerOf, openShop, PASSWORD, type Shop, STORE_SLUG } from './shop.ts';
import { describeTenantIsolation } from './tenant-isolation.ts';

const BOOT_DEADLINE_MS = 120_000;
const BODY_MAX_BYTES = 1024 * 1024;
const NOBODY = '01900000-0000-7000-8000-000000000000';

if (EXCHANGES_FILE) recordExchanges(EXCHANGES_FILE);

let marketplace: TestMarketplace;
let shop: Shop;
let operations: Operation[];

type Operation = {
  method: string;
  path: string;
  auth: string;
  hasBody: boolean;
  requiredFields: string[];
  hasIds: boolean;
};

beforeAll(async () => {
  marketplace = await startMarketplace();
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

  it('responds 401 without a token, with a WWW-Authenticate header', async () => {
    for (const operation of operations.filter(({ auth }) => auth !== 'none' && auth !== 'optional')) {
      const { response, problem } = await send(operation, {});

      expect([name(operation), response.status, problem.code]).toEqual([name(operation), 401, 'unauthenticated']);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('rejects a token that is not ours, also where none is needed', async () => {
    for (const operation of operations.filter(({ auth }) => auth !== 'none')) {
      const { response } = await send(operation, { Authorization: 'Bearer a.b.c' });

      expect([name(operation), response.status]).toEqual([name(operation), 401]);
    }
  });

  it('rejects those without the role', async () => {
    const token = await tokenOf(customerOf(STORE_SLUG));
    for (const operation of operations.filter(({ auth }) => auth === 'admin' || auth === 'seller')) {
      const { response, problem } = await send(operation, token);

      expect([name(operation), response.status, problem.code]).toEqual([name(operation), 403, 'forbidden']);
    }
  });

  it('names every missing field at once', async () => {
    const admin = await adminToken();
    for (const operation of operations.filter(({ requiredFields }) => requiredFields.length > 0)) {
      const { response, problem } = await send(operation, { ...admin, 'Content-Type': 'application/json' }, '{}');

      expect([name(operation), response.status, problem.code]).toEqual([name(operation), 400, 'validation_failed']);
      expect(problem.errors.map(({ path }: Json) => path)).toEqual(expect.arrayContaining(operation.requiredFields));
    }
  });

  it('rejects malformed JSON, another content type and a body over 1 MB', async () => {
    const admin = await adminToken();
    const json = { ...admin, 'Content-Type': 'application/json' };
    for (const operation of operations.filter(({ hasBody }) => hasBody)) {
      const malformed = await send(operation, json, '{"a":');
      const text = await send(operation, { ...admin, 'Content-Type': 'text/plain' }, '{}');
      const large = await send(operation, json, JSON.stringify({ a: 'x'.repeat(BODY_MAX_BYTES) }));

      expect([name(operation), malformed.response.status, malformed.problem.code]).toEqual([
        name(operation),
        400,
        'malformed_json',
      ]);
      expect([name(operation), text.response.status]).toEqual([name(operation), 415]);
      expect([name(operation), large.response.status]).toEqual([name(operation), 413]);
    }
  });

  it('finds nothing at a path id that is no UUID, or that names nothing', async () => {
    const admin = await adminToken();
    for (const operation of operations.filter(({ hasIds, method }) => hasIds && method === 'get')) {
      const odd = await send(operation, admin, undefined, 'not-a-uuid');
      const unknown = await send(operation, admin, undefined, NOBODY);

      expect([name(operation), odd.response.status, unknown.response.status]).toEqual([name(operation), 404, 404]);
    }
  });

  it('responds 405 to another method, with the allowed ones', async () => {
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const allowed = operations
        .filter((operation) => operation.path === path)
        .map(({ method }) => method.toUpperCase());
      const { response } = await send({ method: 'put', path } as Operation, {});

      if (allowed.includes('PUT')) continue;
      expect([path, response.status]).toEqual([path, 405]);
      expect(response.headers.get('allow')?.split(', ').toSorted()).toEqual(expect.arrayContaining(allowed.toSorted()));
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
  asaasToken: environmentOf('orders-payments', marketplace.surroundings)['ASAAS_WEBHOOK_TOKEN']!,
});

// First, as all exchanges of a kind but the first are left out.
if (EXCHANGES_FILE) describeExemplaryWalk(() => ({ ...shop, ...places() }));
describeTenantIsolation(() => shop);
describeRobustness(() => shop);

function operationsOf(document: Json): Operation[] {
  const schemaOf = (schema: Json) =>
    schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => {
      const body = schemaOf(operation.requestBody?.content['application/json']?.schema);
      return {
        method,
        path,
        auth: operation['x-auth'],
        hasBody: body !== undefined && !path.startsWith('/webhooks/'),
        requiredFields: path.startsWith('/webhooks/') ? [] : (body?.required ?? []),
        hasIds: operation.parameters.some(
          ({ in: place, schema }: Json) => place === 'path' && schemaOf(schema).format === 'uuid',
        ),
      };
    }),
  );
}

async function send(
  { method, path }: Operation,
  headers: Record<string, string>,
  body?: string,
  id = NOBODY,
): Promise<{ response: Response; problem: Json }> {
  const response = await fetch(marketplace.gatewayUrl + path.replaceAll(/\{\w+\}/g, id), {
    method: method.toUpperCase(),
    headers,
    ...(body !== undefined && { body }),
  });
  const isProblem = response.headers.get('content-type')?.includes('problem+json') ?? false;
  const text = await response.text();
  return { response, problem: isProblem ? JSON.parse(text) : {} };
}

const name = ({ method, path }: Operation) => `${method} ${path}`;

async function tokenOf(email: string, password = PASSWORD): Promise<{ Authorization: string }> {
  const { accessToken } = await shop.api.as(null).client.logIn({ body: { email, password } });
  return { Authorization: `Bearer ${accessToken}` };
}

const adminToken = () => tokenOf('admin@estampa.local', 'estampa-admin-1');
