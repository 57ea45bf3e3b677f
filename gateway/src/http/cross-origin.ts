import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';

/** What pages of other sites may read of a response beside its body. */
const EXPOSED_HEADERS = [
  'ETag',
  'Estampa-Device',
  'Estampa-Settled',
  'Idempotency-Replayed',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Server-Timing',
  'X-Effective-Dpi',
  'X-Fit-Warnings',
  'X-Fits-Within-Print-Area',
  'X-Artwork-Bounds',
  'X-Overflow-Bottom',
  'X-Overflow-Left',
  'X-Overflow-Right',
  'X-Overflow-Top',
  'X-Print-Area-Bounds',
  'X-Request-Id',
].join(', ');

/** The longest that browsers store it. */
const PREFLIGHT_CACHED_SECONDS = 7_200;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS = [
  'Authorization',
  'Content-MD5',
  'Content-Type',
  'Estampa-Device',
  'Idempotency-Key',
  'If-None-Match',
  'Range',
  'traceparent',
  'X-Request-Id',
].join(', ');
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::(?:\d{1,5}|\*))?$/;

/** False when pages of other origins may not send requests at all. */
export type CorsOrigins = false | '*' | readonly string[];

/** `off`, `*`, or origins separated by commas; `http://localhost:*` is any port there. */
export const corsOrigins = z
  .string()
  .default('off')
  .transform((setting, context): CorsOrigins => {
    if (setting === 'off') return false;
    if (setting === '*') return '*';
    const origins = setting.split(',').map((origin) => origin.trim());
    if (origins.every((origin) => ORIGIN.test(origin))) return origins;
    context.addIssue({ code: 'custom', message: 'must be off, *, or origins such as https://shop.example.com' });
    return z.NEVER;
  });

const isAllowed = (origin: string, allowed: CorsOrigins): boolean => {
  if (allowed === false || allowed === '*') return allowed === '*';
  return allowed.includes(origin) || allowed.includes(origin.replace(/(?::\d{1,5})?$/, ':*'));
};

/**
 * Declares which origins may read the response. Tokens travel in a header, never in cookies, so `credentials` are never allowed.
 * True when it responded to a preflight, which does not count against the caller's limit.
 */
export function responseOrigin(allowed: CorsOrigins, request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !isAllowed(origin, allowed)) return false;
  response.setHeader('Access-Control-Allow-Origin', allowed === '*' ? '*' : origin);
  if (allowed !== '*') response.setHeader('Vary', 'Origin');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return false;
  response.writeHead(204, {
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': String(PREFLIGHT_CACHED_SECONDS),
  });
  response.end();
  return true;
}
