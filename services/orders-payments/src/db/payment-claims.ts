import { endingLeases } from '@estampa/kit/service/lease';
import { asJson, row } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { claimEnd } from '../domain/new-attempt.ts';
import type { Attempt } from './load-order.ts';
import { order } from './tables/order.ts';
import { payment, type PaymentRow } from './tables/payment.ts';

const ATTEMPT = `${asJson(order.columns, 'o')} as "order", ${asJson(payment.columns, 'p')} as payment`;
const ATTEMPT_COLUMNS = { order: row(order.columns), payment: row(payment.columns) };

/**
 * The right to create the one charge of a payment; its `tries` tells it from claims before and after. Undefined when the
 * payment needs no charge, or another process is creating it.
 */
export const claimAttempt = (
  em: EntityManager,
  paymentId: string,
  now: Date,
  timeoutMs: number,
): Promise<Attempt | undefined> => CLAIM.first(em, [paymentId, claimEnd(now, timeoutMs), now]);

const CLAIM = statement(
  `update payment as p set claimed_until = $2, tries = tries + 1 from customer_order as o
   where p.id = $1 and p.preference_id is null and p.status = 'pending' and p.cancel_requested_at is null
     and (p.claimed_until is null or p.claimed_until <= $3)
     and o.id = p.order_id and o.payment_status in ('pending', 'rejected')
   returning ${ATTEMPT}`,
  ATTEMPT_COLUMNS,
);

/** Lets the next try begin at once: the buyer's own, or the background's when the time has come. */
export const releaseClaim = (em: EntityManager, { id, tries }: PaymentRow, dueAt: Date): Promise<unknown> =>
  RELEASE.all(em, [id, tries, dueAt]);

const RELEASE = statement('update payment set claimed_until = null, due_at = $3 where id = $1 and tries = $2', {});

/** Somebody is at it, or will be. */
export const isBeingCreated = async (em: EntityManager, paymentId: string): Promise<boolean> =>
  Boolean(await WAITING.first(em, [paymentId]));

const WAITING = statement(
  `select from payment as p join customer_order as o on o.id = p.order_id
   where p.id = $1 and p.preference_id is null and p.status = 'pending' and p.cancel_requested_at is null
     and o.payment_status in ('pending', 'rejected')`,
  {},
);

type Lease = { now: Date; leaseEnd: Date; limit: number; alsoWaiting: boolean };

/**
 * Some of the payments that are due, with their orders; until `leaseEnd` no other replica takes them. Those of which all
 * that is left to do is waiting for a buyer can be left out.
 */
export const leaseDuePayments = (em: EntityManager, { now, leaseEnd, limit, alsoWaiting }: Lease): Promise<Attempt[]> =>
  LEASE.all(em, [now, leaseEnd, limit, alsoWaiting]);

const LEASE = statement(
  `update payment as p set due_at = $2 from customer_order as o
   where o.id = p.order_id and p.id in (
     select id from payment
     where due_at <= $1 and ($4 or preference_id is null or cancel_requested_at is not null or paid_at is not null)
     order by due_at limit $3 for update skip locked)
   returning ${ATTEMPT}`,
  ATTEMPT_COLUMNS,
);

const endLease = endingLeases({ table: 'payment', also: ['failures'] });

/** Ends the lease of a payment: when the background work looks at it next, null: not any more. What came meanwhile holds. */
export const endPaymentLease = (
  em: EntityManager,
  { id, dueAt: until }: PaymentRow,
  dueAt: Date | null,
  failures: number,
): Promise<boolean> => endLease(em, { key: id, until: until! }, dueAt, failures);

/** The same of a task that failed: what became due meanwhile waits as well, since it would fail the same way. */
export const postponePayment = (
  em: EntityManager,
  { id, dueAt: until }: PaymentRow,
  { now, dueAt, failures }: { now: Date; dueAt: Date | null; failures: number },
): Promise<unknown> => POSTPONE.all(em, [id, until, now, dueAt, failures]);

const POSTPONE = statement(
  'update payment set due_at = $4, failures = $5 where id = $1 and (due_at = $2 or due_at <= $3)',
  {},
);

/** Remembers that an address takes no further payment; `dueAt` holds unless something came during the lease. */
export const markClosed = (
  em: EntityManager,
  { id, dueAt: lease }: PaymentRow,
  closedAt: Date,
  dueAt: Date | null,
): Promise<unknown> => CLOSED.all(em, [id, closedAt, dueAt, lease]);

const CLOSED = statement(
  `update payment set closed_at = $2, failures = 0, due_at = case when due_at = $4 then $3::timestamptz else due_at end
   where id = $1`,
  {},
);

/** Ends a charge that nobody ever tried to pay, unless somebody just did. */
export const endUntried = (em: EntityManager, paymentId: string): Promise<unknown> => END_UNTRIED.all(em, [paymentId]);

const END_UNTRIED = statement(
  `update payment set status = 'cancelled', due_at = null
   where id = $1 and provider_payment_id is null and cancel_requested_at is not null and status = 'pending'`,
  {},
);
