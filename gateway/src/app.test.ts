import { METHODS } from 'node:http';
import { describe, expect, it } from 'vitest';
import { routing } from './app.ts';
import type { Config } from './config.ts';
import { openApiDocument } from './openapi/document.ts';
import { routes } from './routes/index.ts';
import type { GatewayParts } from './routes/serve-route.ts';

/** Paths outside of the route table, in development: the document, pages for people, and proxies. */
const EXTRA_PATHS = [
  '/',
  '/account',
  '/assets/client.js',
  '/assets/warp.js',
  '/cdn',
  '/docs',
  '/docs/swagger-ui-bundle.js',
  '/docs/swagger-ui.css',
  '/email/verify',
  '/mail',
  '/openapi.json',
  '/password/forgot',
  '/password/reset',
  '/sandbox',
  '/shop',
  '/signup/seller',
  '/site/account',
  '/site/coupons',
  '/site/credentials',
  '/site/docs',
  '/site/finance',
  '/site/home',
  '/site/ledger',
  '/site/links.json',
  '/site/shared',
  '/site/shop',
  '/site/studio',
  '/site/templates',
  '/storage',
  '/studio',
  '/studio/coupons',
  '/studio/finance',
  '/studio/ledger',
  '/studio/templates',
];
const EXTRA_PATHS_IN_PRODUCTION = ['/cdn', '/openapi.json', '/storage'];
/** Of every request: headers, what is left over, failures. */
const HANDLERS_OF_ALL = 3;

const URL = 'http://gateway.example';
const DEVELOPMENT = { sandboxUrl: 'http://sandbox.example', mailUrl: 'http://mail.example', logins: [] };

type Layer = {
  rawPath: string | string[];
  route?: { path: string | string[]; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
};

/** Everything that the app of this environment listens to, as `get /path`; `all` where a handler decides on the method. */
function routedIn(env: 'development' | 'production'): string[] {
  const config = {
    NODE_ENV: env,
    PUBLIC_URL: URL,
    CDN_URL: URL,
    STORAGE_URL: URL,
    S3_BUCKET: 'pictures',
    CORS_ORIGINS: false,
    DEVELOPMENT_PAGES: DEVELOPMENT,
  } as unknown as Config;
  // The parts of a route are only built when a request comes.
  const app = routing(config, {} as unknown as GatewayParts, routes);
  return (app.router as unknown as { stack: Layer[] }).stack.flatMap(routedBy);
}

function routedBy({ rawPath, route, handle }: Layer): string[] {
  if (!route && handle.stack && rawPath === '/') return handle.stack.flatMap(routedBy);
  const named = Object.keys(route?.methods ?? {});
  // `app.all` names every method that there is.
  const methods = named.length > 0 && named.length < METHODS.length / 2 ? named : ['all'];
  const paths = [route?.path ?? `${String(rawPath)}*`].flat();
  return paths.flatMap((path) => methods.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`));
}

const table = routes.map(({ method, path }) => `${method} ${path}`);
const pathsOf = (routed: readonly string[]): string[] => {
  const paths = routed.map((one) => one.split(' ')[1]!).filter((path) => path !== '/*');
  return [...new Set(paths.map((path) => path.replace(/\*$/, '')))];
};

describe('what the gateway listens to', () => {
  it.each([
    ['development', EXTRA_PATHS],
    ['production', EXTRA_PATHS_IN_PRODUCTION],
  ] as const)('is the route table, and in %s only what is named here beside it', (env, extra) => {
    const routed = routedIn(env);
    const tabled = new Set(routes.map(({ path }) => path));

    expect(table.filter((one) => !routed.includes(one))).toEqual([]);
    expect(
      pathsOf(routed)
        .filter((path) => !tabled.has(path))
        .toSorted(),
    ).toEqual(extra);
    expect(routed.filter((one) => one === 'all /*').length).toBe(HANDLERS_OF_ALL);
  });

  it('rejects every other method of a path of the table', () => {
    const routed = routedIn('production').filter((one) => !one.startsWith('all '));

    expect(routed.toSorted()).toEqual([...table, 'get /openapi.json'].toSorted());
  });

  it('has every path of the document, and no other', () => {
    const routed = new Set(routedIn('production'));
    const { paths } = openApiDocument(routes, URL) as { paths: Record<string, object> };
    const reported = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((one) => `${one} ${path}`),
    );
    const isPassedThrough = (one: string) => routed.has(`all ${one.split(' ')[1]!.replace('/{key}', '*')}`);

    expect(reported.filter((one) => !routed.has(one) && !isPassedThrough(one))).toEqual([]);
    expect(reported.length).toBe(routes.length + 2);
  });
});
