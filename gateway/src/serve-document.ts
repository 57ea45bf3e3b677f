import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { isKnown, JSON_TYPE, takesGzip } from './caching.ts';
import type { Edge } from './serve-route.ts';

const packed = promisify(gzip);

/** A document that changes only with the program: made, digested and compressed once. */
export function serveDocument(json: unknown, { fixedHeaders }: Pick<Edge, 'fixedHeaders'>): RequestHandler {
  const plain = Buffer.from(JSON.stringify(json));
  const digest = createHash('sha1').update(plain).digest('base64url');
  let zipped: Promise<Buffer> | undefined;

  return async (request, response) => {
    const isGzip = takesGzip(request.get('accept-encoding'));
    const etag = isGzip ? `"${digest}-gzip"` : `"${digest}"`;
    response.set({ ...fixedHeaders.shared, ETag: etag, 'Cache-Control': 'public, no-cache', Vary: 'Accept-Encoding' });
    if (isKnown(etag, request.get('if-none-match'))) return void response.status(304).end();
    const body = isGzip ? await (zipped ??= packed(plain)) : plain;
    response.set({ 'Content-Type': JSON_TYPE, 'Content-Length': String(body.byteLength) });
    if (isGzip) response.set('Content-Encoding', 'gzip');
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
