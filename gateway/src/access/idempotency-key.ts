import { createHmac } from 'node:crypto';
import type { Call, IdempotencyKey } from '@estampa/kit/rpc/call';
import type { Request } from 'express';
import { HttpProblem } from '../http/problems.ts';
import type { AnyRoute } from '../routes/route.ts';

const KEY = /^[\x21-\x7e]{1,255}$/;
const METHODS = ['post', 'patch'];

type Input = { params: unknown; query: unknown; body: unknown };

export const takesKey = ({ method, notIdempotent }: AnyRoute): boolean =>
  METHODS.includes(method) && notIdempotent === undefined;

/** The client's key with what it may be reused for: the same caller, route and parameters, however they were spelt. */
export function idempotencyKeyOf(route: AnyRoute, request: Request, call: Call, input: Input): IdempotencyKey | null {
  const key = request.get('idempotency-key');
  if (key === undefined || !takesKey(route)) return null;
  if (!KEY.test(key)) {
    const message = 'must be 1-255 visible ASCII characters';
    const field = { path: 'Idempotency-Key', code: 'invalid_format', message };
    throw new HttpProblem(400, 'validation_failed', 'The Idempotency-Key is not valid', { fields: [field] });
  }
  const who = call.caller?.userId ?? `address ${call.clientAddress}`;
  const scope = `${who} ${route.method} ${route.path} ${JSON.stringify(input.params ?? {})}`;
  // Keyed by what is not stored, so that nobody can try passwords against the digest of a sign-up.
  const bodyDigest = createHmac('sha256', key)
    .update(JSON.stringify([input.query ?? null, input.body ?? null]))
    .digest('hex');
  return { key, scope, bodyDigest };
}
