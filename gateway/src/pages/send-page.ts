import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Opinion } from '@estampa/contracts/storefront/v1/page_changes';
import { CACHE_PRIVATE, CACHE_PUBLIC, isKnown, JSON_TYPE, takesGzip } from '../http/caching.ts';
import { fixedHeadersFor, requestIdOf } from '../http/start-request.ts';
import type { PackedJson } from './packed-json.ts';
import { gzipTag, type Page } from './page.ts';

const VARY = ['Vary', 'Authorization, Accept-Encoding'];
const FOR_ALL = [...VARY, 'Cache-Control', CACHE_PUBLIC];
const FOR_ONE = [...VARY, 'Cache-Control', CACHE_PRIVATE];

/** Writes a page in one go: as visitors see it, or filled with its viewer's own state, which caches may not store. */
export function sendPage(
  page: Page,
  opinion: Opinion | null,
  request: IncomingMessage,
  response: ServerResponse,
): void | Promise<void> {
  const { page: fixed } = fixedHeadersFor(response);
  if (page.packed) return sendLongPage(page, page.packed, opinion, request, response);
  const isHead = request.method === 'HEAD';
  if (opinion) {
    const json = page.filledWith(opinion);
    response.writeHead(200, [...requestId(response), ...fixed, ...FOR_ONE, ...lengthOf([json])]);
    return void response.end(isHead ? undefined : json);
  }
  const zipped = page.zipped && takesGzip(request.headers['accept-encoding']) ? page.zipped : null;
  const { etag, headers } = zipped ?? page;
  if (isKnown(etag, request.headers['if-none-match'])) return notModified(etag, response);
  response.writeHead(200, [...requestId(response), ...fixed, ...FOR_ALL, ...headers]);
  response.end(isHead ? undefined : (zipped?.body ?? page.text));
}

/** Compressed once for all visitors, and for a viewer from the first place on that differs; as text when nothing else is taken. */
async function sendLongPage(
  page: Page,
  packed: PackedJson,
  opinion: Opinion | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isGzip = takesGzip(request.headers['accept-encoding']);
  const etag = isGzip ? gzipTag(page.etag) : page.etag;
  if (!opinion && isKnown(etag, request.headers['if-none-match'])) return notModified(etag, response);

  const tail = opinion ? page.filledWith(opinion) : undefined;
  const parts = await (isGzip ? packed.gzipped(tail) : packed.plain(tail));
  response.writeHead(200, [
    ...requestId(response),
    ...fixedHeadersFor(response).page,
    ...(opinion ? FOR_ONE : [...FOR_ALL, 'ETag', etag]),
    ...(isGzip ? ['Content-Encoding', 'gzip'] : []),
    ...lengthOf(parts),
  ]);
  if (request.method !== 'HEAD') for (const part of parts) response.write(part);
  response.end();
}

function notModified(etag: string, response: ServerResponse): void {
  response.writeHead(304, [...requestId(response), ...fixedHeadersFor(response).page, ...FOR_ALL, 'ETag', etag]);
  response.end();
}

const requestId = (response: ServerResponse): string[] => ['X-Request-Id', requestIdOf(response)];

const lengthOf = (parts: readonly Buffer[]): string[] => [
  'Content-Type',
  JSON_TYPE,
  'Content-Length',
  String(parts.reduce((sum, { byteLength }) => sum + byteLength, 0)),
];
