import type { Config } from '../config.ts';

const HSTS_SECONDS = 365 * 24 * 60 * 60;
/** Headers that do not depend on the configuration. */
export const PLAIN_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // What is no page of ours is never one of a browser's, nor inside one.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

export type FixedHeaders = {
  /** On every response. */
  all: Readonly<Record<string, string>>;
  /** For public responses, which shared caches store: so it cannot depend on the origin of the request. */
  shared: Readonly<Record<string, string>>;
  /** Both, flat, as `writeHead` takes them. */
  page: readonly string[];
};

/** The headers that depend on nothing but the configuration. */
export function fixedHeadersOf({
  PUBLIC_URL,
  CORS_ORIGINS,
}: Pick<Config, 'PUBLIC_URL' | 'CORS_ORIGINS'>): FixedHeaders {
  const all = {
    ...PLAIN_HEADERS,
    ...(PUBLIC_URL.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${HSTS_SECONDS}` }),
  };
  const shared: Record<string, string> = CORS_ORIGINS
    ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag, X-Request-Id' }
    : {};
  return { all, shared, page: Object.entries({ ...all, ...shared }).flat() };
}
