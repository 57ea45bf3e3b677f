import { randomUUID } from 'node:crypto';
import express, { type Express } from 'express';
import type { Config } from './config.ts';
import { openApiDocument } from './openapi.ts';
import { HttpProblem } from './problems.ts';
import type { AnyRoute } from './route.ts';
import { routes } from './routes/index.ts';
import { type Edge, sendProblem, serveRoute } from './serve-route.ts';
import { storageProxy } from './storage-proxy.ts';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** The public door, made of the route table. */
export function createApp(config: Config, edge: Edge): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.use((request, response, next) => {
    const sent = request.get('x-request-id');
    const requestId = sent && REQUEST_ID.test(sent) ? sent : randomUUID();
    response.locals['requestId'] = requestId;
    response.set({ 'X-Request-Id': requestId, 'X-Content-Type-Options': 'nosniff' });
    next();
  });
  app.use(storageProxy(config));

  const document = Buffer.from(JSON.stringify(openApiDocument(routes, config.PUBLIC_URL)));
  app.get('/openapi.json', (_request, response) => void response.type('application/json').send(document));

  for (const route of [...routes].sort(literalFirst))
    app[route.method](expressPath(route.path), serveRoute(route, edge));
  for (const [path, methods] of methodsByPath(routes)) {
    app.all(path, (request, response) => {
      response.set('Allow', methods.join(', '));
      if (request.method === 'OPTIONS') return void response.status(204).end();
      throw new HttpProblem(405, 'method_not_allowed', `${request.method} is not possible here`);
    });
  }
  app.use(() => {
    throw new HttpProblem(404, 'not_found', 'There is nothing at this address');
  });
  app.use((error: unknown, request: express.Request, response: express.Response, next: express.NextFunction) =>
    response.headersSent ? next(error) : sendProblem(error, edge.log, request, response),
  );
  return app;
}

const expressPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** `/artworks/me` before `/artworks/{artworkId}`. */
const literalFirst = (one: AnyRoute, other: AnyRoute): number => (sortKey(one) < sortKey(other) ? -1 : 1);

const sortKey = ({ path }: AnyRoute): string => path.replaceAll('{', '~');

function methodsByPath(table: readonly AnyRoute[]): Map<string, string[]> {
  const methods = Map.groupBy(table, (route) => expressPath(route.path));
  return new Map([...methods].map(([path, list]) => [path, list.map((route) => route.method.toUpperCase())]));
}
