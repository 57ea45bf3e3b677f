import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Opinion } from '@estampa/contracts/storefront/v1/storefront';
import { CACHE_PRIVATE, CACHE_PUBLIC, isKnown, JSON_TYPE } from '../caching.ts';
import { requestIdOf } from '../introduce.ts';
import type { Page } from './page.ts';

const VARY = ['Vary', 'Authorization, Accept-Encoding'];
const FOR_ALL = ['X-Content-Type-Options', 'nosniff', ...VARY, 'Cache-Control', CACHE_PUBLIC];
const FOR_ONE = ['X-Content-Type-Options', 'nosniff', ...VARY, 'Cache-Control', CACHE_PRIVATE];

/** Writes a page in one go: as visitors see it, or filled with what its viewer thinks, which nobody may keep. */
export function sendPage(
  page: Page,
  opinion: Opinion | null,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const isHead = request.method === 'HEAD';
  const requestId = ['X-Request-Id', requestIdOf(response)];
  if (opinion) {
    const json = page.filledWith(opinion);
    response.writeHead(200, [
      ...requestId,
      ...FOR_ONE,
      'Content-Type',
      JSON_TYPE,
      'Content-Length',
      String(json.byteLength),
    ]);
    return void response.end(isHead ? undefined : json);
  }
  if (isKnown(page.etag, request.headers['if-none-match'])) {
    response.writeHead(304, [...requestId, ...FOR_ALL, 'ETag', page.etag]);
    return void response.end();
  }
  response.writeHead(200, [...requestId, ...FOR_ALL, ...page.headers]);
  response.end(isHead ? undefined : page.json);
}
