import { takesKey } from '../idempotency-key.ts';
import type { AnyRoute } from '../route.ts';
import { type Json, ref } from './json.ts';

export const PROBLEM: Json = {
  type: 'object',
  description: 'A problem (RFC 9457). Further members tell more of some codes, such as `orderId` or `priceCents`.',
  required: ['type', 'title', 'status', 'code', 'detail', 'message', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: '`urn:estampa:problem:` and the code' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', description: 'A stable slug to decide on' },
    detail: { type: 'string', description: 'A sentence for people' },
    message: { type: 'string', description: 'The same as detail' },
    errors: { type: 'array', description: 'What is wrong with which field', items: ref('schemas', 'FieldProblem') },
    requestId: { type: 'string', description: 'As in X-Request-Id: what to name when asking for help' },
  },
};

export const FIELD_PROBLEM: Json = {
  type: 'object',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'Such as `shipping.cep` or `items[0].quantity`' },
    code: { type: 'string' },
    message: { type: 'string' },
  },
};

type Refusal = { name: string; description: string; headers?: readonly string[] };

/** Every status of a refusal, by what all routes mean by it. */
const REFUSALS: Readonly<Record<string, Refusal>> = {
  400: { name: 'BadRequest', description: 'Fields are not valid, or the record is in a state that forbids it' },
  401: {
    name: 'Unauthorized',
    description: 'No token, one that is not valid any more, or wrong credentials',
    headers: ['WWW-Authenticate'],
  },
  403: { name: 'Forbidden', description: 'The role is missing, or the record is somebody else’s' },
  404: { name: 'NotFound', description: 'There is nothing at this address' },
  408: { name: 'RequestTimeout', description: 'The body did not arrive in time' },
  409: { name: 'Conflict', description: 'It exists already, or another request was faster; the code tells' },
  411: { name: 'LengthRequired', description: 'Content-Length is missing' },
  413: { name: 'ContentTooLarge', description: 'The body is larger than what is taken here' },
  415: { name: 'UnsupportedMediaType', description: 'The body is of another content type or encoding' },
  416: { name: 'RangeNotSatisfiable', description: 'The file has no such part' },
  422: { name: 'IdempotencyKeyReused', description: 'The Idempotency-Key was used with another request' },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests; come again when Retry-After says',
    headers: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  },
  431: { name: 'HeadersTooLarge', description: 'Address and headers are larger than 16 KB' },
  503: { name: 'Unavailable', description: 'It cannot be answered yet; come again', headers: ['Retry-After'] },
  '5XX': { name: 'ServerError', description: 'Trouble on our side; what is repeated with its key is done once' },
};

export const problemResponses = (): Json =>
  Object.fromEntries(Object.values(REFUSALS).map((refusal) => [refusal.name, response(refusal)]));

const response = ({ description, headers = [] }: Refusal): Json => ({
  description,
  headers: Object.fromEntries(['X-Request-Id', ...headers].map((name) => [name, ref('headers', name)])),
  content: { 'application/problem+json': { schema: ref('schemas', 'Problem') } },
});

/** References to what a route may refuse with, by status. */
export const problemsOf = (statuses: readonly (number | string)[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', REFUSALS[status]!.name)]));

const BODY_REFUSALS = [408, 413, 415];

/** The statuses that a route refuses with, ascending: what follows from its declaration, and what it adds. */
export function refusalsOf(route: AnyRoute): number[] {
  const { auth, method, owner = 'nobody', refusals = [] } = route;
  const isSomebodys = auth === 'seller' || auth === 'admin' || owner !== 'nobody';
  const statuses = [
    ...(method !== 'get' || route.query ? [400] : []),
    ...(auth === 'none' ? [] : [401]),
    ...(isSomebodys ? [403] : []),
    ...(route.params ? [404] : []),
    ...(route.body || route.file ? BODY_REFUSALS : []),
    ...(route.rawBody ? BODY_REFUSALS : []),
    ...(method === 'get' ? [] : [409]),
    ...(takesKey(route) ? [422] : []),
    ...(route.uncounted === undefined ? [429] : []),
    // Elsewhere only headers could do that.
    ...(route.params || route.query ? [431] : []),
    ...refusals,
  ];
  return [...new Set(statuses)].toSorted((one, other) => one - other);
}
