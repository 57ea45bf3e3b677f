import { takesKey } from '../access/idempotency-key.ts';
import { joined, type Rejections } from './problem-codes.ts';
import type { AnyRoute } from '../routes/route.ts';

/** Of a body in JSON. */
export const BODY = {
  400: ['validation_failed', 'malformed_json', 'bad_request', 'event_too_large'],
} as const satisfies Rejections;
const BYTES: Rejections = { 408: ['body_too_slow'], 413: ['body_too_large'], 415: ['unsupported_media_type'] };
const FORM: Rejections = {
  400: ['validation_failed', 'malformed_form', 'form_not_sent', 'form_not_read'],
  408: ['body_too_slow'],
  413: ['file_too_large'],
  415: ['unsupported_media_type'],
};
const KEY: Rejections = {
  400: ['validation_failed'],
  409: ['idempotency_key_in_use', 'idempotency_answer_not_kept'],
  422: ['idempotency_key_reused'],
};

/** What a route rejects with, by status: what follows from its declaration, and what it adds. */
export function rejectionsOf(route: AnyRoute): Map<number, string[]> {
  const { auth, owner = 'nobody', errors = {} } = route;
  const isSomebodys = auth === 'seller' || auth === 'admin' || owner !== 'nobody';
  const implied: readonly (readonly [boolean, Rejections])[] = [
    [route.query !== undefined, { 400: ['validation_failed'] }],
    [route.body !== undefined, BODY],
    [route.rawBody !== undefined, { 400: ['bad_request'] }],
    [route.body !== undefined || route.rawBody !== undefined, BYTES],
    [route.file !== undefined, FORM],
    [auth !== 'none', { 401: ['unauthenticated'] }],
    [isSomebodys, { 403: ['forbidden'] }],
    [route.params !== undefined, { 404: ['not_found'] }],
    // Elsewhere only headers could be too large.
    [route.params !== undefined || route.query !== undefined, { 431: ['headers_too_large'] }],
    [takesKey(route), KEY],
    [!(route.limit && 'none' in route.limit), { 429: ['rate_limited'] }],
  ];
  return joined(...implied.flatMap(([applies, codes]) => (applies ? [codes] : [])), errors);
}
