import type { EntityManager } from '@mikro-orm/postgresql';

/** A claim outlives the work it covers by this, so that an abandoned call has ended before the next one begins. */
const CLAIM_MARGIN_MS = 1_000;

/** The right to create the one charge of a payment; `tries` tells it from claims before and after. */
export type Claim = { paymentId: string; tries: number };

export const claimEnd = (now: Date, timeoutMs: number): Date => new Date(now.getTime() + timeoutMs + CLAIM_MARGIN_MS);

/** Null when the payment needs no charge, or another process is creating it. */
export async function claimAttempt(
  em: EntityManager,
  paymentId: string,
  now: Date,
  timeoutMs: number,
): Promise<Claim | null> {
  const [claimed] = await em.execute<{ tries: number }[]>(
    `update payment set claimed_until = ?, tries = tries + 1
     where id = ? and provider_payment_id is null and status = 'pending' and (claimed_until is null or claimed_until <= ?)
       and exists (select from customer_order where customer_order.id = order_id and payment_status in ('pending', 'rejected'))
     returning tries`,
    [claimEnd(now, timeoutMs), paymentId, now],
  );
  return claimed ? { paymentId, tries: claimed.tries } : null;
}

/** Lets the next try begin at once: the buyer's own, or the background's when the time has come. */
export const releaseClaim = (em: EntityManager, { paymentId, tries }: Claim, dueAt: Date): Promise<unknown> =>
  em.execute('update payment set claimed_until = null, due_at = ? where id = ? and tries = ?', [
    dueAt,
    paymentId,
    tries,
  ]);
