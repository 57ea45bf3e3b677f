import { currentCall } from '@estampa/kit/call';
import { keyReused } from '@estampa/kit/idempotency';
import { bodyMacOf, digestOf } from '@estampa/kit/sealed-answer';
import { statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { RequestKey } from './save-order.ts';

/** The key of the present request as it is kept; null without one. */
export function requestKey(): RequestKey | null {
  const key = currentCall()?.idempotency;
  return key ? { scope: key.scope, keyDigest: digestOf(key), bodyDigest: bodyMacOf(key) } : null;
}

/** The payment that an earlier request with the same key made; null without a key or for a new one. */
export async function requestedPayment(em: EntityManager): Promise<string | null> {
  const key = requestKey();
  const bound = key && (await FIND.first(em, [key.scope, key.keyDigest]));
  if (!bound) return null;
  if (bound.bodyDigest !== key.bodyDigest) throw keyReused();
  return bound.paymentId;
}

const FIND = statement(
  `select payment_id as "paymentId", body_digest as "bodyDigest" from payment_request
   where scope = $1 and key_digest = $2`,
  { paymentId: text, bodyDigest: text },
);

/** Ties the request's key to a payment in the transaction that makes it; false when another request was first. */
export async function bindRequest(tx: EntityManager, paymentId: string): Promise<boolean> {
  const key = requestKey();
  if (!key) return true;
  return Boolean(await BIND.first(tx, [key.scope, key.keyDigest, key.bodyDigest, paymentId]));
}

const BIND = statement(
  `insert into payment_request (scope, key_digest, body_digest, payment_id) values ($1, $2, $3, $4)
   on conflict (scope, key_digest) do nothing returning payment_id as "paymentId"`,
  { paymentId: text },
);
