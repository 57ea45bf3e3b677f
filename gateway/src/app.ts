import type { IncomingMessage, RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { countRequest } from './access/check-access.ts';
import { rejectMethod } from './http/allowed-methods.ts';
import { JSON_TYPE } from './http/caching.ts';
import type { Config } from './config.ts';
import { responseOrigin } from './http/cross-origin.ts';
import { fixedHeadersOf } from './http/fixed-headers.ts';
import { developmentProxies } from './http/development-proxies.ts';
import { fixedHeadersFor, startRequest, requestIdOf } from './http/start-request.ts';
import { openApiDocument } from './openapi/document.ts';
import { serveCached, servePage } from './pages/serve-page.ts';
import { HttpProblem } from './http/problems.ts';
import type { AnyRoute } from './routes/route.ts';
import { routes } from './routes/index.ts';
import { sendProblem } from './http/send-problem.ts';
import { servePacked } from './http/serve-packed.ts';
import { type GatewayParts, serveRoute } from './routes/serve-route.ts';
import { site } from './http/site.ts';
import { storageProxy } from './http/storage-proxy.ts';

const DOCUMENT_PATH = '/openapi.json';
/** For pages of development. */
const MODULES = { '/assets/client.js': '@estampa/client/browser.js', '/assets/warp.js': '@estampa/client/warp.js' };

/** The public HTTP API, made of the route table. Stored pages are served before any other work is done. */
export function createApp(config: Config, parts: GatewayParts, table: readonly AnyRoute[] = routes): RequestListener {
  const fixed = fixedHeadersOf(config);
  const app = routing(config, parts, table);
  return (request, response) => {
    startRequest(request, response, fixed);
    if (hasTwoHosts(request)) return sendProblem(twoHosts(), parts.log, request, response);
    if (responseOrigin(config.CORS_ORIGINS, request, response)) return;
    const otherwise = () => void app(request, response);
    if (!serveCached(parts, request, response, otherwise)) otherwise();
  };
}

/** Of two names a proxy may have read the other one. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  const isHost = (text: string, at: number) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host';
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
};

const twoHosts = () => new HttpProblem(400, 'bad_request', 'Send exactly one Host header');

/** All that is routed. Paths are read without regard to case and a final slash. */
export function routing(config: Config, parts: GatewayParts, table: readonly AnyRoute[]): express.Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  const { shared } = fixedHeadersOf(config);
  app.use(presentHeaders);
  app.use(storageProxy(config, shared));
  app.use(site(config));
  app.use(developmentProxies(config));
  if (config.NODE_ENV !== 'production')
    for (const [path, name] of Object.entries(MODULES)) app.get(path, sendModule(name));

  const document = once(() => Buffer.from(JSON.stringify(openApiDocument(table, config.PUBLIC_URL))));
  // Takes half a second of processor time: production does it before it is ready, elsewhere few processes need it at all.
  if (config.NODE_ENV === 'production') document();
  app.get(
    DOCUMENT_PATH,
    servePacked(async () => document(), { ...shared, ...DOCUMENT_HEADERS }),
  );
  for (const route of [...table].sort(literalFirst)) {
    app[route.method](expressPath(route.path), route.document ? servePage(route, parts) : serveRoute(route, parts));
  }
  for (const [path, methods] of methodsByPath(table)) app.all(path, rejectOthers(methods, parts));
  app.use((request, response) => {
    countRequest(parts, null, request, response);
    throw new HttpProblem(404, 'not_found', 'There is nothing at this address');
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    sendProblem(error, parts.log, request, response),
  );
  return app;
}

function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

const DOCUMENT_HEADERS = { 'Content-Type': JSON_TYPE, 'Cache-Control': 'public, no-cache' };

/** Browsers revalidate it on each use. */
const sendModule =
  (name: string): RequestHandler =>
  (_request, response) =>
    response.set('Cache-Control', 'no-cache').sendFile(fileURLToPath(import.meta.resolve(name)));

const presentHeaders: RequestHandler = (_request, response, next) => {
  response.set({ 'X-Request-Id': requestIdOf(response), ...fixedHeadersFor(response).all });
  next();
};

const rejectOthers =
  (allowed: readonly string[], parts: GatewayParts): RequestHandler =>
  (request, response) => {
    countRequest(parts, null, request, response);
    rejectMethod(allowed, request, response);
  };

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** `/artworks/me` before `/artworks/{artworkId}`. */
const literalFirst = (one: AnyRoute, other: AnyRoute): number => (sortKey(one) < sortKey(other) ? -1 : 1);

const sortKey = ({ path }: AnyRoute): string => path.replaceAll('{', '~');

/** What is possible at each path, literal ones first: at `/artworks/me` also what is at `/artworks/{artworkId}`. */
function methodsByPath(table: readonly AnyRoute[]): Map<string, string[]> {
  const entries = [{ method: 'get', path: DOCUMENT_PATH }, ...[...table].sort(literalFirst)];
  const paths = new Set(entries.map(({ path }) => expressPath(path)));
  const methodsOf = (path: string) => {
    const methods = entries.filter((entry) => isMatchedBy(expressPath(entry.path), path)).map(({ method }) => method);
    return [...new Set(methods)].flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
  };
  return new Map([...paths].map((path) => [path, methodsOf(path)]));
}

function isMatchedBy(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at]);
}
