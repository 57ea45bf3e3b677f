import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { HttpProblem } from './problems.ts';
import { site } from './site.ts';

const LINKS = {
  sandboxUrl: 'http://sandbox.example',
  mailUrl: null,
  logins: [{ role: 'seller', email: 'seller@example.com', password: 'a-demo-password' }],
};
const ADDRESSES = { PUBLIC_URL: 'http://gateway.example', CDN_URL: 'http://cdn.example/pictures' };
type SiteConfig = Parameters<typeof site>[0];

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());

/** The pages alone, over real HTTP; what they pass on gets a 404. */
async function serve(
  config: Partial<SiteConfig>,
): Promise<(path: string, init?: RequestInit) => Promise<RouteResponse>> {
  const app = express();
  app.use(site({ ...ADDRESSES, NODE_ENV: 'development', ...config }));
  app.use((_request, response) => void response.status(404).end());
  app.use((error: HttpProblem, _request: Request, response: Response, _next: NextFunction) => {
    response.status(error.status).end();
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => void server.once('listening', resolve));
  resources.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as { port: number };
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}
type RouteResponse = Awaited<ReturnType<typeof fetch>>;

const statuses = async (get: Awaited<ReturnType<typeof serve>>, paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await get(path)).status));

const PAGES = ['/', '/studio', '/docs', '/docs/swagger-ui-bundle.js', '/site/studio/studio.js', '/site/links.json'];
const SHOP_PAGES = [
  '/studio/templates',
  '/studio/ledger',
  '/studio/finance',
  '/studio/coupons',
  '/shop',
  '/account',
  '/password/reset',
  '/password/forgot',
  '/signup/seller',
  '/email/verify',
];

describe('the pages for people', () => {
  it.each<[string, Partial<SiteConfig>, number[]]>([
    ['all in development', { DEVELOPMENT_PAGES: LINKS }, [200, 200, 200, 200, 200, 200]],
    ['the reference alone without what they link to', {}, [404, 404, 200, 200, 404, 200]],
    ['none in production', { NODE_ENV: 'production', DEVELOPMENT_PAGES: LINKS }, [404, 404, 404, 404, 404, 404]],
    [
      'the reference in production where it is wanted',
      { NODE_ENV: 'production', DEVELOPMENT_PAGES: LINKS, API_DOCS: true },
      [404, 404, 200, 200, 404, 200],
    ],
    ['no reference where it is not wanted', { API_DOCS: false }, [404, 404, 404, 404, 404, 404]],
  ])('are %s', async (_name, config, expected) => {
    expect(await statuses(await serve(config), PAGES)).toEqual(expected);
  });

  it('are for buyers and for links in e-mails too, in development only', async () => {
    expect(await statuses(await serve({ DEVELOPMENT_PAGES: LINKS }), SHOP_PAGES)).toEqual(SHOP_PAGES.map(() => 200));
    const production = await serve({ NODE_ENV: 'production', DEVELOPMENT_PAGES: LINKS, API_DOCS: true });
    expect(await statuses(production, SHOP_PAGES)).toEqual(SHOP_PAGES.map(() => 404));
  });

  it('show demo log-ins, and where this gateway proxies the sandbox, in development only', async () => {
    const reported = async (config: Partial<SiteConfig>) => (await (await serve(config))('/site/links.json')).json();

    expect(await reported({ DEVELOPMENT_PAGES: LINKS })).toEqual({
      ...LINKS,
      sandboxUrl: '/sandbox/',
      isDevelopment: true,
    });
    expect(await reported({ NODE_ENV: 'production', DEVELOPMENT_PAGES: LINKS, API_DOCS: true })).toEqual({
      sandboxUrl: null,
      mailUrl: null,
      logins: [],
      isDevelopment: false,
    });
  });

  it('run only scripts and styles of this gateway, in no frame', async () => {
    const get = await serve({ DEVELOPMENT_PAGES: LINKS });

    for (const path of ['/', '/studio', '/docs', ...SHOP_PAGES]) {
      const response = await get(path);
      const policy = response.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src");
      expect(policy).toContain('http://cdn.example;');
      expect(policy).toContain("frame-ancestors 'none'");
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(await response.text()).not.toMatch(/<script>|<style|style="|onclick=|https?:\/\//);
    }
  });

  it('find every style and script that they name', async () => {
    const get = await serve({ DEVELOPMENT_PAGES: LINKS });
    const documents = await Promise.all(
      ['/', '/studio', '/docs', ...SHOP_PAGES].map(async (path) => (await get(path)).text()),
    );

    for (const document of documents) {
      const files = [...document.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(([, file]) => file!);
      expect(document).toMatch(/^<!doctype html>\n<html lang="\w\w[^]*<main id="content">[^]*<\/html>\n$/);
      expect(files.length).toBeGreaterThanOrEqual(4);
      expect(await statuses(get, files)).toEqual(files.map(() => 200));
    }
  });

  it.each([
    ['/studio', 'studio', 'artist.title'],
    ['/studio/templates', 'templates', 'admin.title'],
    ['/studio/ledger', 'ledger', 'ledger.signIn'],
    ['/studio/finance', 'finance', 'finance.signIn'],
    ['/studio/coupons', 'coupons', 'coupons.signIn'],
  ])('where people sign in, such as %s, begin alike', async (path, name, signInTitle) => {
    const document = await (await (await serve({ DEVELOPMENT_PAGES: LINKS }))(path)).text();
    const keys = [...document.matchAll(/ data-t="([^"]+)"/g)].map(([, key]) => key);

    expect(keys.slice(0, 3)).toEqual([`${name}.title`, `${name}.lead`, signInTitle]);
    expect(document.match(/<h1|<main|data-session/g)).toEqual(['<main', '<h1', 'data-session']);
  });

  it('give nothing else away', async () => {
    const get = await serve({ DEVELOPMENT_PAGES: LINKS });
    const others = [
      '/docs/package.json',
      '/docs/swagger-ui.js',
      '/site/',
      '/site/package.json',
      '/site/home/',
      '/site/shared/..%2f..%2fsrc%2fmain.ts',
      '/site/shared/%2e%2e/%2e%2e/package.json',
      '/studio/index.html',
    ];

    expect(await statuses(get, others)).toEqual(others.map(() => 404));
  });

  it('are only read', async () => {
    const get = await serve({ DEVELOPMENT_PAGES: LINKS });
    const rejected = await get('/studio', { method: 'POST' });

    expect([rejected.status, rejected.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await get('/docs', { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8'],
  ])('take %s compressed, and not again when they have it', async (path, type) => {
    const get = await serve({ DEVELOPMENT_PAGES: LINKS });
    // Said, because fetch would otherwise add that it wants nothing from a cache.
    const request = (encoding: string, more: Record<string, string> = {}) =>
      get(path, { headers: { 'Accept-Encoding': encoding, 'Cache-Control': 'max-age=0', ...more } });
    const [packed, plain] = [await request('gzip, br'), await request('identity')];
    const [text, length] = [await plain.text(), Number(packed.headers.get('content-length'))];

    for (const { headers } of [packed, plain]) {
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('cache-control')).toBe('public, max-age=86400');
      expect(headers.get('vary')).toBe('Accept-Encoding');
    }
    expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
    expect(await packed.text()).toBe(text);
    expect(length).toBeLessThan(text.length / 3);
    const [tag, plainTag] = [packed, plain].map(({ headers }) => headers.get('etag')!);
    expect(tag).not.toBe(plainTag);
    expect((await request('gzip', { 'If-None-Match': tag! })).status).toBe(304);
    expect((await request('identity', { 'If-None-Match': plainTag! })).status).toBe(304);
    expect((await request('identity', { 'If-None-Match': tag! })).status).toBe(200);
  });
});
