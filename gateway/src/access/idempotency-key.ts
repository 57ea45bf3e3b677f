import { createHmac } from 'node:crypto';
import type { Call, IdempotencyKey } from '@estampa/kit/rpc/call';
import type { Request } from 'express';
import { HttpProblem } from '../http/problems.ts';
import type { AnyRoute } from '../routes/route.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const METHODS = ['post', 'patch'];

/** Deeper than any body that a route reads. */
export const BODY_MAX_DEPTH = 32;

export const takesKey = ({ method, notIdempotent }: AnyRoute): boolean =>
  METHODS.includes(method) && notIdempotent === undefined;

/**
 * The client's key with what it may be reused for: the same caller, route and parameters, however they were spelt. The body is
 * compared as it was sent: what a later version makes of it, such as a new default, would reject a retry across an upgrade.
 */
export function idempotencyKeyOf(
  route: AnyRoute,
  request: Request,
  call: Call,
  params: unknown,
): IdempotencyKey | null {
  const key = request.get('idempotency-key');
  if (key === undefined || !takesKey(route)) return null;
  if (!KEY.test(key)) {
    const message = 'must be 1-255 visible ASCII characters';
    const field = { path: 'Idempotency-Key', code: 'invalid_format', message };
    throw new HttpProblem(400, 'validation_failed', 'The Idempotency-Key is not valid', { fields: [field] });
  }
  const who = call.caller?.userId ?? `address ${call.clientAddress}`;
  const scope = `${who} ${route.method} ${route.path} ${JSON.stringify(params ?? {})}`;
  // Keyed by what is not stored, so that nobody can try passwords against the digest of a sign-up.
  const bodyDigest = createHmac('sha256', key)
    .update(JSON.stringify(inOrder([request.query, request.body ?? null])))
    .digest('hex');
  return { key, scope, bodyDigest };
}

/** The same value with the members of every object in one order, since their order says nothing. */
function inOrder(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > BODY_MAX_DEPTH) throw new HttpProblem(400, 'bad_request', 'The body is nested too deeply');
  if (Array.isArray(value)) return value.map((one) => inOrder(one, depth + 1));
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member, depth + 1)]));
}
