import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { CACHE_BY_READER, CACHE_PRIVATE, CACHE_PUBLIC, isKnown, JSON_TYPE } from './caching.ts';
import { checkReply } from '../routes/declared-responses.ts';
import { type AnyRoute, Reply } from '../routes/route.ts';
import { sendParts } from './send-parts.ts';

/** Writes a handler's value with its status, caching headers and entity tag. Only a response in parts takes its time. */
export function sendResponse(
  route: AnyRoute,
  value: unknown,
  check: boolean,
  request: Request,
  response: Response,
): Promise<void> | void {
  const reply = value instanceof Reply ? value : new Reply(null, {}, { json: value });
  const status = reply.status ?? route.status ?? 200;
  if (check) checkReply(route, status, reply);
  response.set(reply.headers);
  if (route.cache === 'private') response.set('Cache-Control', CACHE_BY_READER).vary('Authorization, Accept-Encoding');
  else if (route.cache !== 'public') response.set('Cache-Control', 'no-store');
  if (status === 304) return void response.status(304).end();
  if (status === 204) return void response.status(204).end();

  if ('stream' in reply.content) return sendStream(reply.content, request, response.status(status));
  if ('parts' in reply.content) return sendParts(reply.content, request, response.status(status));
  const { bytes, contentType } = encode(reply);
  if (route.cache === 'public' && isCached(bytes, request, response)) return void response.status(304).end();
  response.status(status).set({ 'Content-Type': contentType, 'Content-Length': String(bytes.byteLength) });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

type Streamed = { stream: Readable; contentType: string; sizeBytes: number };

function sendStream({ stream, contentType, sizeBytes }: Streamed, request: Request, response: Response): void {
  response.set({ 'Content-Type': contentType, 'Content-Length': String(sizeBytes) });
  if (request.method === 'HEAD') {
    stream.destroy();
    return void response.end();
  }
  // An error on the way ends the connection: the length has been sent.
  pipeline(stream, response, () => undefined);
}

function encode(reply: Reply): { bytes: Uint8Array; contentType: string } {
  if ('bytes' in reply.content) return reply.content;
  const json = 'json' in reply.content ? reply.content.json : null;
  return { bytes: Buffer.from(JSON.stringify(json)), contentType: JSON_TYPE };
}

/** Sets the caching headers; true when the client's copy is still good. */
function isCached(bytes: Uint8Array, request: Request, response: Response): boolean {
  response.vary('Authorization').vary('Accept-Encoding');
  if (request.get('authorization') !== undefined) {
    response.removeHeader('ETag');
    response.set('Cache-Control', CACHE_PRIVATE);
    return false;
  }
  const etag = response.get('ETag') ?? `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  response.set({ ETag: etag, 'Cache-Control': CACHE_PUBLIC });
  return isKnown(etag, request.get('if-none-match'));
}
