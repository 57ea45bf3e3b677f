import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { only } from './allowed-methods.ts';
import type { Config } from '../config.ts';
import type { FixedHeaders } from './fixed-headers.ts';
import { HttpProblem } from './problems.ts';
import { onSilence } from './slow-clients.ts';
import { type ProxyRule, IMAGES, rejectUpload, UPLOADS } from './storage-proxies.ts';

const STORAGE_SILENCE_MAX_MS = 120_000;

/** Direct uploads (`/storage`, signed by media-render) and public images (`/cdn`), passed through to the object store. */
export function storageProxy(
  config: Pick<Config, 'STORAGE_URL' | 'S3_BUCKET' | 'UPLOAD_SILENCE_MS'>,
  shared: FixedHeaders['shared'],
): Router {
  const router = express.Router();
  router.use('/storage', only('PUT'), (request, response, next) => {
    const rejection = rejectUpload(request, config.S3_BUCKET);
    if (!rejection) onSilence(request, config.UPLOAD_SILENCE_MS, () => response.headersSent || next(tooSlow()));
    next(rejection);
  });
  router.use(
    '/storage',
    pass(UPLOADS, config.STORAGE_URL, (path) => path),
  );

  router.use('/cdn', only('GET', 'HEAD'), (request, response, next) => {
    response.set({ ...shared, 'Cross-Origin-Resource-Policy': 'cross-origin' }).removeHeader('Vary');
    if (!isPublicKey(request.path)) throw new HttpProblem(404, 'not_found', 'There is nothing at this address');
    next();
  });
  router.use(
    '/cdn',
    pass(IMAGES, config.STORAGE_URL, (path) => `/${config.S3_BUCKET}${path.split('?')[0]}`),
  );
  return router;
}

const isPublicKey = (path: string): boolean => /^\/public(?:\/[\w-][\w.-]*)+$/.test(path);

/** Headers that are not named do not pass, either way; errors of the store are replaced by our own. */
function pass(proxyRule: ProxyRule, target: string, pathRewrite: (path: string) => string): RequestHandler {
  const proxy = createProxyMiddleware<Request, Response>({
    target,
    changeOrigin: true,
    proxyTimeout: STORAGE_SILENCE_MAX_MS,
    pathRewrite,
    selfHandleResponse: true,
    // The usual plugins respond to failures by themselves, with the signed address in the text.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', (requested, request, response) => {
          // After a response, whatever it was, the store waits no longer for the rest.
          response.once('finish', () => void (request.complete || requested.destroy()));
        });
        server.on('proxyRes', (upstream, request, response) => give(proxyRule, upstream, request, response));
        server.on('error', (cause, request) => {
          if (!request?.res?.headersSent) request?.next?.(unreachable(cause));
        });
      },
    ],
  });
  return (request, response, next) => {
    // Before the proxy sees them: it would not forward a 100-continue for a request with Expect.
    request.headers = pick(request.headers, proxyRule.requestHeaders);
    response.on('error', () => undefined);
    void proxy(request, response, next);
  };
}

function give(proxyRule: ProxyRule, upstream: IncomingMessage, request: Request, response: Response): void {
  const status = upstream.statusCode ?? 502;
  if (!proxyRule.statuses.includes(status)) {
    upstream.resume();
    request.next?.(proxyRule.rejection(status));
    return;
  }
  response.status(status).set(pick(upstream.headers, proxyRule.responseHeaders) as Record<string, string>);
  pipeline(upstream, response, () => undefined);
}

const pick = <T extends object>(headers: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name))) as T;

const tooSlow = () => new HttpProblem(408, 'body_too_slow', 'The file stopped coming; send it again');

const unreachable = (cause: unknown) =>
  new HttpProblem(503, 'storage_unavailable', 'Pictures and uploads cannot be reached; try again', { cause });
