import { currentCall } from '@estampa/kit/call';
import { keyReused } from '@estampa/kit/idempotency';
import { bodyMacOf, digestOf } from '@estampa/kit/sealed-answer';
import type { EntityManager, QueryResult } from '@mikro-orm/postgresql';

type Bound = { payment_id: string; body_digest: string };

/** The payment that an earlier request with the same key made; null without a key or for a new one. */
export async function requestedPayment(em: EntityManager): Promise<string | null> {
  const key = currentCall()?.idempotency;
  if (!key) return null;
  const [bound] = await em.execute<Bound[]>(
    'select payment_id, body_digest from payment_request where scope = ? and key_digest = ?',
    [key.scope, digestOf(key)],
  );
  if (!bound) return null;
  if (bound.body_digest !== bodyMacOf(key)) throw keyReused();
  return bound.payment_id;
}

/** Ties the request's key to a payment in the transaction that makes it; false when another request was first. */
export async function bindRequest(tx: EntityManager, paymentId: string): Promise<boolean> {
  const key = currentCall()?.idempotency;
  if (!key) return true;
  const { affectedRows } = await tx.execute<QueryResult>(
    `insert into payment_request (scope, key_digest, body_digest, payment_id) values (?, ?, ?, ?)
     on conflict (scope, key_digest) do nothing`,
    [key.scope, digestOf(key), bodyMacOf(key), paymentId],
    'run',
  );
  return affectedRows === 1;
}
