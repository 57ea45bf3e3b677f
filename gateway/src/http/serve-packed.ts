import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { isKnown, takesGzip } from './caching.ts';

const packed = promisify(gzip);

type Stored = { digest: string; zipped: Buffer };

/**
 * A text that changes only with the program: digested and compressed once, on its first request, and stored that way. `read`
 * makes it anew for clients that take nothing compressed.
 */
export function servePacked(read: () => Promise<Buffer>, headers: Readonly<Record<string, string>>): RequestHandler {
  let stored: Promise<Stored> | undefined;
  const pack = async (): Promise<Stored> => {
    const plain = await read();
    return { digest: createHash('sha1').update(plain).digest('base64url'), zipped: await packed(plain) };
  };
  const forget = (error: unknown) => {
    stored = undefined;
    throw error;
  };

  return async (request, response) => {
    const { digest, zipped } = await (stored ??= pack().catch(forget));
    const isGzip = takesGzip(request.get('accept-encoding'));
    const etag = isGzip ? `"${digest}-gzip"` : `"${digest}"`;
    response.set({ ...headers, ETag: etag, Vary: 'Accept-Encoding' });
    if (isKnown(etag, request.get('if-none-match'))) return void response.status(304).end();
    const body = isGzip ? zipped : await read();
    if (isGzip) response.set('Content-Encoding', 'gzip');
    response.set('Content-Length', String(body.byteLength));
    response.end(request.method === 'HEAD' ? undefined : body);
  };
}
