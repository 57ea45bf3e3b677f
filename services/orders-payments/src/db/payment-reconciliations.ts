import { saoPauloDay } from '@estampa/kernel/days';
import { nullable, text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PaymentSnapshot } from '../domain/payment.ts';

const TAKEN = { id: text, provider: text, paymentId: nullable(text), reference: text, createdAt: timestamp };
/** A payment that is waited for. */
export type TakenPayment = {
  id: string;
  provider: string;
  paymentId: string | null;
  reference: string;
  createdAt: Date;
};
/** Payments of one provider and one day that have to be asked about, taken until `leaseEnd`. */
export type Crowd = { provider: string; day: string; payments: TakenPayment[]; leaseEnd: Date };

/** So many at once are asked about by lists; at most so many of a day in one round. */
export const CROWD_FROM = 20;
const CROWD_MAX = 20_000;

const IS_WAITED_FOR = `due_at <= $1 and preference_id is not null and cancel_requested_at is null
  and status in ('pending', 'in_review', 'overdue', 'rejected')`;
const DAY = `(created_at at time zone 'America/Sao_Paulo')::date`;

export async function takeCrowd(em: EntityManager, now: Date, leaseEnd: Date): Promise<Crowd | null> {
  const payments = await TAKE.all(em, [now, leaseEnd]);
  const [first] = payments;
  return first ? { provider: first.provider, day: saoPauloDay(first.createdAt), payments, leaseEnd } : null;
}

const TAKE = statement(
  `with crowd as materialized (
     select provider, ${DAY} as day from payment where ${IS_WAITED_FOR}
     group by 1, 2 having count(*) >= ${CROWD_FROM} order by 2 desc limit 1
   ), chosen as (
     select p.id from payment as p join crowd on p.provider = crowd.provider and ${DAY} = crowd.day
     where ${IS_WAITED_FOR} limit ${CROWD_MAX} for update of p skip locked
   )
   update payment as p set due_at = $2 from chosen where p.id = chosen.id
   returning p.id, p.provider, p.provider_payment_id as "paymentId", p.reference, p.created_at as "createdAt"`,
  TAKEN,
);

/** Ends the lease of payments that nothing new was told of: when they are asked about next. */
export const releaseCrowd = (em: EntityManager, ids: readonly string[], dueAt: Date | null, lease: Date) =>
  RELEASE.all(em, [ids, dueAt, lease]);

const RELEASE = statement('update payment set due_at = $2 where id = any($1::uuid[]) and due_at = $3', {});

type Seen = {
  provider: string;
  seen: readonly Pick<PaymentSnapshot, 'paymentId'>[];
  dueAt: Date | null;
  dueBy: Date;
  leaseEnd: Date;
};

/** Payments that are listed are looked at, also those of the day that are due and in no crowd yet. */
export const releaseSeen = (em: EntityManager, { provider, seen, dueAt, dueBy, leaseEnd }: Seen): Promise<unknown> =>
  SEEN.all(em, [dueBy, provider, seen.map(({ paymentId }) => paymentId), dueAt, leaseEnd]);

// Found by their names, one step after the other: statistics of what is due are never right after a whole day became so.
const SEEN = statement(
  `with listed as materialized (
     select id, due_at, preference_id, cancel_requested_at, status from payment
     where provider = $2 and provider_payment_id = any($3::text[])
   ), looked_at as materialized (
     select id from listed where due_at = $5 or ${IS_WAITED_FOR}
   )
   update payment as p set due_at = $4, failures = 0 from looked_at where p.id = looked_at.id`,
  {},
);

/** Those of the payments that a provider lists which tell something new about payments of ours. */
export async function tellingNews(
  em: EntityManager,
  provider: string,
  listed: readonly PaymentSnapshot[],
): Promise<PaymentSnapshot[]> {
  const shown = listed.map(({ paymentId, reference, state, refundedCents }) => ({
    payment_id: paymentId,
    reference,
    state,
    refunded_cents: refundedCents,
  }));
  const news = new Set((await NEWS.all(em, [provider, JSON.stringify(shown)])).map(({ paymentId }) => paymentId));
  return listed.filter(({ paymentId }) => news.has(paymentId));
}

// A card that was declined leaves its charge waiting, which is no news. Nor is a failed try of a charge that has had others.
const NEWS = statement(
  `select s.payment_id as "paymentId"
   from jsonb_to_recordset($2::jsonb) as s (payment_id text, reference text, state text, refunded_cents int)
   left join payment as p on p.provider = $1 and p.provider_payment_id = s.payment_id
   where case when p.id is null
     then exists (
       select from payment as named where named.provider = $1 and named.reference = s.reference
         and (named.provider_payment_id is null or s.state not in ('rejected', 'cancelled')))
     else (p.status <> s.state and not (p.status = 'rejected' and s.state = 'pending'))
       or p.refunded_cents < s.refunded_cents end`,
  { paymentId: text },
);
