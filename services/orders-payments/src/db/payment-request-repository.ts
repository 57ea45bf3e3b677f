import type { Call } from '@estampa/kit/rpc/call';
import { keyReused } from '@estampa/kit/rpc/stored-outcome';
import { bodyMacOf, digestOf } from '@estampa/kit/rpc/sealed-response';
import { selected } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { paymentRequest } from './tables/payment-request.ts';

/** The client's key, as it is stored. */
export type RequestKey = { scope: string; keyDigest: string; bodyDigest: string };
/** What an earlier request with the same key began: a payment, or the refund of one. */
type Begun = { paymentId: string; refundId: string | null };

/** The key of a request, as it is stored; null without one. */
export function requestKey({ idempotency: key }: Call): RequestKey | null {
  return key ? { scope: key.scope, keyDigest: digestOf(key), bodyDigest: bodyMacOf(key) } : null;
}

/** What requests began, by their idempotency keys. */
export const paymentRequests = {
  /** What the request's key began; null without a key, or for a new one. Rejects a key that was used for another request. */
  async find(em: EntityManager, call: Call): Promise<Begun | null> {
    const key = requestKey(call);
    const bound = key && (await FIND.first(em, [key.scope, key.keyDigest]));
    if (!bound) return null;
    if (bound.bodyDigest !== key.bodyDigest) throw keyReused();
    return bound;
  },

  /** The payment that the key began. */
  async findPayment(em: EntityManager, call: Call): Promise<string | null> {
    return (await paymentRequests.find(em, call))?.paymentId ?? null;
  },

  /** Ties the request's key to what it begins, in the same transaction; false if another request was first. */
  async insert(tx: EntityManager, call: Call, paymentId: string, refundId: string | null = null): Promise<boolean> {
    const key = requestKey(call);
    if (!key) return true;
    return Boolean(await INSERT.first(tx, [key.scope, key.keyDigest, key.bodyDigest, paymentId, refundId]));
  },
};

const BOUND = paymentRequest.pick('bodyDigest', 'paymentId', 'refundId');

const FIND = statement(
  `select ${selected(BOUND, 'r')} from payment_request as r where r.scope = $1 and r.key_digest = $2`,
  BOUND,
);

const INSERT = statement(
  `insert into payment_request (scope, key_digest, body_digest, payment_id, refund_id) values ($1, $2, $3, $4, $5)
   on conflict (scope, key_digest) do nothing returning payment_id as "paymentId"`,
  paymentRequest.pick('paymentId'),
);
