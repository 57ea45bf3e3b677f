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
 * compared as it was sent: what a later version makes of it, such as a new default, would reject a retry across an upgrade. What
 * the route does not read is not compared, and may be bytes of any kind.
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
  // Keyed by a secret that is not stored, so that passwords cannot be tried against the digest of a sign-up.
  const bodyDigest = createHmac('sha256', key)
    .update(inOrder([route.query ? request.query : null, route.body ? (request.body ?? null) : null]))
    .digest('hex');
  return { key, scope, bodyDigest };
}

/**
 * A value as JSON, with the members of every object in one order, since their order says nothing. Replicas of two versions compare
 * digests with each other, so the text of a body never changes. It grows in one pass, since a list made for each of the 350,000
 * arrays that a body has room for costs several times as much as reading them.
 */
function inOrder(value: unknown, depth = 0): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > BODY_MAX_DEPTH) throw new HttpProblem(400, 'bad_request', 'The body is nested too deeply');
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value) text += `${text && ','}${inOrder(one, depth + 1)}`;
    return `[${text}]`;
  }
  const known = value as Record<string, unknown>;
  for (const name of Object.keys(known).toSorted())
    text += `${text && ','}${JSON.stringify(name)}:${inOrder(known[name], depth + 1)}`;
  return `{${text}}`;
}
