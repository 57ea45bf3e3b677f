import type { Router } from 'express';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Config } from './config.ts';
import { HttpProblem } from './problems.ts';

const PROXY_TIMEOUT_MS = 120_000;

/** Direct uploads (`/storage`, signed by media-render) and public pictures (`/cdn`), passed through to the object store. */
export function storageProxy(config: Config): Router {
  const router = express.Router();
  const toStore = (rewrite: (path: string) => string) =>
    createProxyMiddleware({
      target: config.STORAGE_URL,
      changeOrigin: true,
      proxyTimeout: PROXY_TIMEOUT_MS,
      pathRewrite: rewrite,
      on: {
        // A bearer token meant for us would be taken for a signature.
        proxyReq: (outgoing) => outgoing.removeHeader('authorization'),
      },
    });

  router.use('/storage', (request, response, next) => {
    if (request.method !== 'PUT') {
      response.set('Allow', 'PUT');
      throw new HttpProblem(405, 'method_not_allowed', 'Upload the bytes with PUT');
    }
    const contentTypes = request.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-type');
    if (contentTypes.length > 1) throw new HttpProblem(400, 'duplicate_header', 'Send exactly one Content-Type header');
    next();
  });
  router.use(
    '/storage',
    toStore((path) => path),
  );

  router.use('/cdn', (request, _response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !request.path.startsWith('/public/') || request.path.includes('..')) {
      throw new HttpProblem(404, 'not_found', 'There is nothing at this address');
    }
    next();
  });
  router.use(
    '/cdn',
    toStore((path) => `/${config.S3_BUCKET}${path.split('?')[0]}`),
  );
  return router;
}
