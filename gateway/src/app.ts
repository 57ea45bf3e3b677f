import type { RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { countRequest } from './admit.ts';
import { JSON_TYPE } from './caching.ts';
import type { Config } from './config.ts';
import { answerOrigin } from './cross-origin.ts';
import { type FixedHeaders, fixedHeadersOf } from './fixed-headers.ts';
import { developmentPassages } from './development-passages.ts';
import { introduce, requestIdOf } from './introduce.ts';
import { openApiDocument } from './openapi/document.ts';
import { serveKept, servePage } from './pages/serve-page.ts';
import { HttpProblem } from './problems.ts';
import type { AnyRoute } from './route.ts';
import { routes } from './routes/index.ts';
import { sendProblem } from './send-problem.ts';
import { servePacked } from './serve-packed.ts';
import { type Edge, serveRoute } from './serve-route.ts';
import { site } from './site.ts';
import { storageProxy } from './storage-proxy.ts';

const DOCUMENT_PATH = '/openapi.json';
const CLIENT_PATH = '/assets/client.js';

/** The public door, made of the route table. Pages that are kept go out before anything else is asked. */
export function createApp(
  config: Config,
  parts: Omit<Edge, 'fixedHeaders'>,
  table: readonly AnyRoute[] = routes,
): RequestListener {
  const edge = { ...parts, fixedHeaders: fixedHeadersOf(config) };
  const app = routing(config, edge, table);
  return (request, response) => {
    introduce(request, response);
    if (answerOrigin(config.CORS_ORIGINS, request, response)) return;
    const otherwise = () => void app(request, response);
    if (!serveKept(edge, request, response, otherwise)) otherwise();
  };
}

/** All that is routed. Paths are read without regard to case and a final slash. */
export function routing(config: Config, edge: Edge, table: readonly AnyRoute[]): express.Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use(presentHeaders(edge.fixedHeaders));
  app.use(storageProxy(config, edge.fixedHeaders));
  app.use(site(config));
  app.use(developmentPassages(config));
  if (config.NODE_ENV !== 'production') app.get(CLIENT_PATH, sendClient);

  const json = Buffer.from(JSON.stringify(openApiDocument(table, config.PUBLIC_URL)));
  app.get(
    DOCUMENT_PATH,
    servePacked(async () => json, documentHeaders(edge.fixedHeaders)),
  );
  for (const route of [...table].sort(literalFirst)) {
    app[route.method](expressPath(route.path), route.document ? servePage(route, edge) : serveRoute(route, edge));
  }
  for (const [path, methods] of methodsByPath(table)) app.all(path, refuseMethod(methods, edge));
  app.use((request, response) => {
    countRequest(edge, null, request, response);
    throw new HttpProblem(404, 'not_found', 'There is nothing at this address');
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) =>
    sendProblem(error, edge.log, request, response),
  );
  return app;
}

const documentHeaders = ({ shared }: FixedHeaders) => ({
  ...shared,
  'Content-Type': JSON_TYPE,
  'Cache-Control': 'public, no-cache',
});

/** For pages of development; a browser asks each time whether it has changed. */
const sendClient: RequestHandler = (_request, response) =>
  response.set('Cache-Control', 'no-cache').sendFile(fileURLToPath(import.meta.resolve('@estampa/client/browser.js')));

const presentHeaders =
  ({ all }: FixedHeaders): RequestHandler =>
  (_request, response, next) => {
    response.set({ 'X-Request-Id': requestIdOf(response), ...all });
    next();
  };

const refuseMethod =
  (allowed: string, edge: Edge): RequestHandler =>
  (request, response) => {
    countRequest(edge, null, request, response);
    response.set('Allow', allowed);
    if (request.method === 'OPTIONS') return void response.status(204).end();
    throw new HttpProblem(405, 'method_not_allowed', `${request.method} is not possible here`);
  };

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** `/artworks/me` before `/artworks/{artworkId}`. */
const literalFirst = (one: AnyRoute, other: AnyRoute): number => (sortKey(one) < sortKey(other) ? -1 : 1);

const sortKey = ({ path }: AnyRoute): string => path.replaceAll('{', '~');

/** What is possible at each path, as `Allow` says it. */
function methodsByPath(table: readonly AnyRoute[]): Map<string, string> {
  const entries = [{ method: 'get', path: DOCUMENT_PATH }, ...table];
  const byPath = Map.groupBy(entries, ({ path }) => expressPath(path));
  return new Map(
    [...byPath].map(([path, list]) => {
      const methods = list.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
      return [path, [...methods, 'OPTIONS'].join(', ')];
    }),
  );
}
