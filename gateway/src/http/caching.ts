export const JSON_TYPE = 'application/json; charset=utf-8';
/** One JSON text a line. */
export const JSON_LINES = 'application/x-ndjson';
export const CACHE_PUBLIC = 'public, max-age=0, s-maxage=5, stale-while-revalidate=30';
export const CACHE_BY_READER = 'private, no-cache';
export const CACHE_PRIVATE = 'private, no-store';

/** Whether the client's copy is still good: weak or strong, a tag is a tag. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes('*') || known.includes(etag);
}

/** A client that names gzip takes it, unless with a weight of 0. */
export const takesGzip = (acceptEncoding = ''): boolean =>
  acceptEncoding.split(',').some((one) => /^\s*(gzip|\*)\s*(;|$)/i.test(one) && !/;\s*q=0(\.0*)?\s*$/i.test(one));
