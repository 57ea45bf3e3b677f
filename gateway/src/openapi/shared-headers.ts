import { CACHE_BY_READER, CACHE_PUBLIC } from '../http/caching.ts';
import { DEVICE_MAX_CHARACTERS } from '../access/device.ts';
import { takesKey } from '../access/idempotency-key.ts';
import type { AnyRoute } from '../routes/route.ts';
import { type Json, ref } from './json.ts';

const text = (description: string, more: Json = {}): Json => ({ description, schema: { type: 'string', ...more } });
const integer = (description: string): Json => ({ description, schema: { type: 'integer' } });

/** Headers of responses that mean the same everywhere. */
export const HEADERS: Readonly<Record<string, Json>> = {
  'X-Request-Id': text('The id of this request, as the client sent it or made here'),
  'Estampa-Settled': text('`false` when reads may not show everything of this change yet; else absent', {
    enum: ['false'],
  }),
  'Idempotency-Replayed': text('`true` when this is the stored response to an earlier request with the same key', {
    enum: ['true'],
  }),
  ETag: text('Changes with the content; send it as If-None-Match'),
  'Cache-Control': text(`\`${CACHE_PUBLIC}\` or \`${CACHE_BY_READER}\` where it may be kept; else \`no-store\``),
  'WWW-Authenticate': text('`Bearer`'),
  'Retry-After': integer('Seconds to wait'),
  'RateLimit-Limit': integer('How many requests are taken'),
  'RateLimit-Remaining': integer('How many are left'),
  'RateLimit-Reset': integer('Seconds until there are more'),
};

/** Parameters that mean the same everywhere. */
export const PARAMETERS: Readonly<Record<string, Json>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes a repeat safe: for 24 hours the same key with the same request gets the kept answer, and nothing is done twice',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  Device: {
    name: 'Estampa-Device',
    in: 'header',
    description:
      'What an earlier log-in to the account answered in the header of this name; browsers send it as a cookie. Wrong passwords that others try never shut such a device out',
    schema: { type: 'string', maxLength: DEVICE_MAX_CHARACTERS },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An ETag that is at hand: answered 304 while it still holds',
    schema: { type: 'string' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Up to 128 visible ASCII characters that name this request in answers and logs',
    schema: { type: 'string' },
  },
};

export const sharedParametersOf = (route: AnyRoute): Json[] => [
  ...(takesKey(route) ? [ref('parameters', 'IdempotencyKey')] : []),
  ...(route.knowsDevice ? [ref('parameters', 'Device')] : []),
  ...(isStored(route) ? [ref('parameters', 'IfNoneMatch')] : []),
  ref('parameters', 'RequestId'),
];

/** Names of the shared headers that a response may carry. */
export const sharedHeadersOf = (route: AnyRoute): string[] => [
  'X-Request-Id',
  ...(isStored(route) ? ['ETag', 'Cache-Control'] : []),
  ...(takesKey(route) ? ['Idempotency-Replayed'] : []),
  ...(route.settles?.length ? ['Estampa-Settled'] : []),
];

export const isStored = ({ cache }: AnyRoute): boolean => cache !== undefined;
