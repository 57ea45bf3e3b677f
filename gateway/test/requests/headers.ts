import type { GetPageChangesRequest } from '@estampa/contracts/storefront/v1/page_changes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import { routes } from '../../src/routes/index.ts';
import { type Person, startGateway, type TestGateway } from '../gateway.ts';
import { sampleRequest } from '../sample-requests.ts';

const PUBLIC = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';
const ETAG = '"etag-1"';

let gateway: TestGateway;
let isEverythingChanged: boolean;
let customer: Person;
let admin: Person;
beforeAll(async () => {
  gateway = await startGateway({ config: { PUBLIC_URL: 'https://gateway.example' } });
  const document = { json: Buffer.from('{}'), etag: ETAG, names: ['store:a'], relatedNames: [], holes: [] };
  for (const method of [
    'getStore',
    'listStoreProducts',
    'getStoreProduct',
    'getStoreArtwork',
    'getHome',
    'getSearch',
  ]) {
    gateway.services.reply(`storefront.${method}`, () => ({ document }));
  }
  gateway.services.reply('storefront.getStoreProducts', () => ({ products: [{ document }] }));
  const changes = ({ viewers }: GetPageChangesRequest) => ({
    mark: 'a mark',
    everything: isEverythingChanged,
    names: [],
    opinions: viewers.map(() => ({ likedProductIds: [], followedStoreIds: [] })),
  });
  gateway.services.reply('storefront.getPageChanges', changes);
  gateway.services.reply('storefront.pollPageChanges', ({ check }) => ({ changes: changes(check) }));
  customer = gateway.person('customer');
  admin = gateway.person('customer', 'seller', 'admin');
});
afterAll(() => gateway[Symbol.asyncDispose]());

const named = (list: typeof routes) => list.map((route) => [`${route.method} ${route.path}`, route] as const);
const pages = routes.filter(({ document }) => document);
const shown = ({ status, headers }: Response) => ({
  status,
  cache: headers.get('cache-control'),
  vary: headers.get('vary'),
  etag: headers.get('etag'),
});

const pagesNewAndCached = ['new', 'kept'].flatMap((how) =>
  named(pages).map(([name, route]) => [name, how, route] as const),
);

describe.each(pagesNewAndCached)('%s, a page that is %s,', (_name, how, route) => {
  const { path } = sampleRequest(route);
  beforeAll(async () => {
    isEverythingChanged = how === 'new';
    await gateway.send(route, { path });
  });

  it('is publicly cacheable for anonymous requests', async () => {
    expect(shown(await gateway.send(route, { path }))).toEqual({
      status: 200,
      cache: PUBLIC,
      vary: 'Authorization, Accept-Encoding',
      etag: ETAG,
    });
  });

  it('is not cacheable with a session', async () => {
    const responses = [
      await gateway.send(route, { path, as: customer }),
      await gateway.send(route, { path, as: customer, headers: { 'If-None-Match': ETAG } }),
    ];

    expect(responses.map(shown)).toEqual(
      responses.map(() => ({
        status: 200,
        cache: 'private, no-store',
        vary: 'Authorization, Accept-Encoding',
        etag: null,
      })),
    );
  });

  it.each([ETAG, `W/${ETAG}`, `"other", ${ETAG}`, '*'])('is 304 for who has it: %s', async (known) => {
    const response = await gateway.send(route, { path, headers: { 'If-None-Match': known } });

    expect(shown(response)).toMatchObject({
      status: 304,
      cache: PUBLIC,
      vary: 'Authorization, Accept-Encoding',
      etag: ETAG,
    });
    expect(await response.text()).toBe('');
  });

  it('is sent to who has another', async () => {
    expect((await gateway.send(route, { path, headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('has a head without a body', async () => {
    const response = await fetch(gateway.url + path, { method: 'HEAD', headers: { 'X-Request-Id': 'a-request' } });

    expect(shown(response)).toMatchObject({ status: 200, cache: PUBLIC, etag: ETAG });
    expect(response.headers.get('content-length')).toBe('2');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe('a-request');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is not cacheable when rejected', async () => {
    const rejected = await gateway.send(route, { path, headers: { Authorization: 'Bearer a.b.c' } });

    expect(shown(rejected)).toMatchObject({ status: 401, cache: 'no-store', etag: null });
    const always = [
      'content-security-policy',
      'referrer-policy',
      'x-content-type-options',
      'strict-transport-security',
    ];
    expect(always.map((name) => rejected.headers.get(name))).toEqual([
      "default-src 'none'; frame-ancestors 'none'",
      'no-referrer',
      'nosniff',
      'max-age=31536000',
    ]);
  });
});

it.each(named(routes.filter(({ cache }) => cache === undefined)))('%s is not cacheable', async (_name, route) => {
  const responded = await gateway.send(route, { as: admin, ...sampleRequest(route) });
  const rejected = await gateway.send(route, { ...sampleRequest(route), headers: { Authorization: 'Bearer a.b.c' } });

  expect([shown(responded).cache, shown(rejected).cache]).toEqual(['no-store', 'no-store']);
});

describe('a problem', () => {
  const store = { method: 'get', path: '/stores/a-store' } as const;
  let own: TestGateway;
  beforeAll(async () => {
    own = await startGateway();
  });
  afterAll(() => own[Symbol.asyncDispose]());

  it.each([
    ['not_found', 404],
    ['wrong_state', 400],
    ['conflict', 409],
    ['mismatch', 422],
    ['limited', 429],
    ['unavailable', 503],
  ] as const)('%s is not cacheable', async (kind, status) => {
    own.services.reply('storefront.getStore', () => {
      throw new DomainError(kind, 'a_reason', 'No', { retryAfterSeconds: 12.2 });
    });
    const response = await own.send(store);

    expect(shown(response)).toEqual({ status, cache: 'no-store', vary: null, etag: null });
    expect(response.headers.get('retry-after')).toBe('13');
  });

  it('of a rate-limited request has the limit and the time to retry after', async () => {
    own.services.reply('storefront.getStore', () => {
      throw new DomainError('limited', 'rate_limited', 'No', { retryAfterSeconds: 30, rateLimit: 10 });
    });
    const { status, headers } = await own.send(store);

    const names = ['retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
    expect([status, ...names.map((name) => headers.get(name))]).toEqual([429, '30', '10', '0', '30']);
  });

  it('says nothing of what broke inside', async () => {
    own.services.reply('storefront.getStore', () => {
      throw new Error('select * from secrets');
    });
    const response = await own.send(store);

    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secrets')]);
  });

  it('lists at most 50 failing fields of a service, and the number of our own', async () => {
    const fields = Array.from({ length: 90 }, (_one, at) => ({ path: `f${at}`, code: 'bad', message: 'is bad' }));
    own.services.reply('storefront.getStore', () => {
      throw new DomainError('invalid', 'validation_failed', 'Some are not valid', { fields });
    });
    const problem = (await (await own.send(store)).json()) as { errors: unknown[] };

    expect(problem.errors).toHaveLength(50);
  });
});

it('lets other methods know what is possible', async () => {
  const rows = await Promise.all(
    (
      [
        ['PUT', '/orders'],
        ['POST', '/openapi.json'],
        ['OPTIONS', '/stores/a-store'],
        ['DELETE', '/storage/pictures/a'],
        ['POST', '/cdn/public/a'],
      ] as const
    ).map(async ([method, path]) => {
      const response = await fetch(gateway.url + path, { method });
      return [method, path, response.status, response.headers.get('allow')];
    }),
  );

  expect(rows).toEqual([
    ['PUT', '/orders', 405, 'POST, GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 405, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/stores/a-store', 204, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/storage/pictures/a', 405, 'PUT, OPTIONS'],
    ['POST', '/cdn/public/a', 405, 'GET, HEAD, OPTIONS'],
  ]);
});
