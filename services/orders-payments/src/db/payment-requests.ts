import type { Call } from '@estampa/kit/rpc/call';
import { keyReused } from '@estampa/kit/rpc/stored-outcome';
import { bodyMacOf, digestOf } from '@estampa/kit/rpc/sealed-response';
import { nullable, statement, text } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestKey } from './save-order.ts';

/** The key of a request as it is stored; null without one. */
export function requestKey({ idempotency: key }: Call): RequestKey | null {
  return key ? { scope: key.scope, keyDigest: digestOf(key), bodyDigest: bodyMacOf(key) } : null;
}

/** What an earlier request with the same key began: a payment, or the refund of one. */
export type Begun = { paymentId: string; refundId: string | null };

/** Null without a key or for a new one. */
export async function requestedBefore(em: EntityManager, call: Call): Promise<Begun | null> {
  const key = requestKey(call);
  const bound = key && (await FIND.first(em, [key.scope, key.keyDigest]));
  if (!bound) return null;
  if (bound.bodyDigest !== key.bodyDigest) throw keyReused();
  return bound;
}

export const requestedPayment = async (em: EntityManager, call: Call): Promise<string | null> =>
  (await requestedBefore(em, call))?.paymentId ?? null;

const FIND = statement(
  `select payment_id as "paymentId", refund_id as "refundId", body_digest as "bodyDigest" from payment_request
   where scope = $1 and key_digest = $2`,
  { paymentId: text, refundId: nullable(text), bodyDigest: text },
);

/** Ties the request's key to what it begins, in the same transaction; false when another request was first. */
export async function bindRequest(
  tx: EntityManager,
  call: Call,
  paymentId: string,
  refundId: string | null = null,
): Promise<boolean> {
  const key = requestKey(call);
  if (!key) return true;
  return Boolean(await BIND.first(tx, [key.scope, key.keyDigest, key.bodyDigest, paymentId, refundId]));
}

const BIND = statement(
  `insert into payment_request (scope, key_digest, body_digest, payment_id, refund_id) values ($1, $2, $3, $4, $5)
   on conflict (scope, key_digest) do nothing returning payment_id as "paymentId"`,
  { paymentId: text },
);
