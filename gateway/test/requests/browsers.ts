import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '@estampa/kernel/errors';
import { corsOrigins } from '../../src/http/cross-origin.ts';
import { startGateway, type TestGateway } from '../gateway.ts';

const ETAG = '"etag-1"';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

describe('the page of a receipt', () => {
  const read = (query: string, headers: Record<string, string>) =>
    fetch(`${gateway.url}/receipts/token${query}`, { headers });

  it('is in the language that is asked for, is found by no search engine, stored by nobody, and in no frame', async () => {
    const [preferred, chosen] = [
      await read('', { 'Accept-Language': 'en-GB,pt;q=0.5' }),
      await read('?lang=pt', { 'Accept-Language': 'en' }),
    ];

    expect([preferred.headers.get('content-language'), chosen.headers.get('content-language')]).toEqual([
      'en',
      'pt-BR',
    ]);
    expect(await chosen.text()).toContain('Recibo do pedido');
    expect(Object.fromEntries(preferred.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  it('says that there is none as a page to browsers, and as a problem to others', async () => {
    gateway.services.reply('receipts.getReceipt', () => {
      throw new DomainError('not_found', 'not_found', 'This link shows no receipt, or not any more');
    });
    const [toBrowser, toOther] = [await read('?lang=en', { Accept: 'text/html,*/*;q=0.8' }), await read('', {})];

    expect([toBrowser.status, toBrowser.headers.get('x-robots-tag')]).toEqual([404, 'noindex, nofollow, noarchive']);
    expect(await toBrowser.text()).toContain('has expired');
    expect([toOther.status, await toOther.json()]).toMatchObject([404, { code: 'not_found' }]);
  });
});

describe('pages of other sites', () => {
  const SHOP = 'https://shop.example';
  const preflight = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'idempotency-key' };
  const seen = ({ status, headers }: Response) => [status, headers.get('access-control-allow-origin')];

  it.each([
    ['off', SHOP, null, 204, null],
    ['*', SHOP, '*', 204, '*'],
    [`https://other.example,${SHOP}`, SHOP, SHOP, 204, '*'],
    [SHOP, `${SHOP}.evil.example`, null, 204, '*'],
    ['http://localhost:*', 'http://localhost:5173', 'http://localhost:5173', 204, '*'],
    ['http://localhost:*', 'http://localhost.evil.example:80', null, 204, '*'],
  ])('with CORS_ORIGINS %s, one of %s is allowed as %s', async (setting, origin, allowed, status, onPages) => {
    await using own = await startGateway({ config: { CORS_ORIGINS: corsOrigins.parse(setting) } });
    own.services.reply('storefront.getStore', () => ({
      document: { json: Buffer.from('{}'), etag: ETAG, names: ['store:a'], relatedNames: [], holes: [] },
    }));
    const request = (method: string, path: string, headers = {}) =>
      fetch(own.url + path, { method, headers: { Origin: origin, ...headers } });
    const [requested, upload, rejected, page, stored, anonymous] = [
      await request('OPTIONS', '/orders', preflight),
      await request('OPTIONS', '/storage/pictures/private/a.png', { 'Access-Control-Request-Method': 'PUT' }),
      await request('POST', '/orders'),
      await request('GET', '/stores/a-store'),
      await request('GET', '/stores/a-store'),
      await fetch(`${own.url}/stores/a-store`),
    ];

    expect([seen(requested), seen(upload), seen(rejected)]).toEqual([
      [status, allowed],
      [status, allowed],
      [401, allowed],
    ]);
    // A page is cached for all origins, so it cannot depend on the first one.
    expect([page, stored, anonymous].map(seen)).toEqual(Array(3).fill([200, onPages]));
    if (allowed === null) return expect(requested.headers.get('access-control-allow-methods')).toBeNull();
    expect(requested.headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
    expect(rejected.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect([requested, rejected].map(({ headers }) => headers.get('vary'))).toEqual(
      Array(2).fill(setting === '*' ? null : 'Origin'),
    );
    expect(requested.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(['shop.example', 'https://shop.example/', 'https://*', 'https://a.example, *'])(
    'are not allowed by a setting that is no origin: %s',
    (setting) => {
      expect(corsOrigins.safeParse(setting).success).toBe(false);
    },
  );
});

it('has security headers on every kind of response, and HSTS only with TLS', async () => {
  await using own = await startGateway({ config: { PUBLIC_URL: 'https://api.example' } });
  const names = ['x-content-type-options', 'content-security-policy', 'referrer-policy', 'strict-transport-security'];
  const paths = ['/stores/a-store', '/auth/me', '/nowhere', '/openapi.json', '/cdn/public/a.webp', '/%E0%A4%A'];
  const shownAt = async (url: string) =>
    Promise.all(
      paths.map(async (path) => {
        const { headers } = await fetch(url + path);
        return names.map((name) => headers.get(name));
      }),
    );

  const always = ['nosniff', "default-src 'none'; frame-ancestors 'none'", 'no-referrer'];
  expect(await shownAt(gateway.url)).toEqual(paths.map(() => [...always, null]));
  expect(await shownAt(own.url)).toEqual(paths.map(() => [...always, 'max-age=31536000']));
});

it('sends the OpenAPI document packed, and not at all to who has it', async () => {
  const request = (headers: Record<string, string>, method = 'GET') =>
    fetch(`${gateway.url}/openapi.json`, { method, headers });
  const [plain, packed] = [
    await request({ 'Accept-Encoding': 'identity' }),
    await request({ 'Accept-Encoding': 'gzip' }),
  ];
  const [size, head] = [plain, await request({ 'Accept-Encoding': 'identity' }, 'HEAD')].map(({ headers }) =>
    headers.get('content-length'),
  );

  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(Number(packed.headers.get('content-length'))).toBeLessThan(Number(size) / 4);
  expect([await packed.json(), head]).toEqual([await plain.json(), size]);
  const known = await request({ 'Accept-Encoding': 'gzip', 'If-None-Match': packed.headers.get('etag')! });
  expect([known.status, plain.headers.get('etag') === packed.headers.get('etag')]).toEqual([304, false]);
});

it('serves modules to development pages, but not in production', async () => {
  await using own = await startGateway({ config: { NODE_ENV: 'production' } });
  for (const [name, exported] of Object.entries({ client: 'createClient', warp: 'locateOn' })) {
    const [module, nothing] = await Promise.all([gateway, own].map(({ url }) => fetch(`${url}/assets/${name}.js`)));

    expect([module!.status, module!.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(await module!.text()).toMatch(new RegExp(`export \\{[^}]*\\b${exported}\\b`));
    expect(nothing!.status).toBe(404);
  }
});
