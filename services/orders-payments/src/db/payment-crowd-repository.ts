import { SAO_PAULO, saoPauloDay } from '@estampa/kernel/days';
import { selected } from '@estampa/kit/postgres/rows';
import type { RowOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PaymentSnapshot } from '../domain/payment.ts';
import { payment } from './tables/payment.ts';

const CLAIMED = payment.pick('id', 'provider', 'providerPaymentId', 'reference', 'createdAt');

/** Pending payments of one provider and day that are due for a check, claimed until `leaseEnd`. */
export type Crowd = { provider: string; day: string; payments: RowOf<typeof CLAIMED>[]; leaseEnd: Date };

type Seen = {
  provider: string;
  seen: readonly Pick<PaymentSnapshot, 'paymentId'>[];
  dueAt: Date | null;
  dueBy: Date;
  leaseEnd: Date;
};

/** From this number on, a day's payments are checked by lists. */
export const CROWD_FROM = 20;
const CROWD_MAX = 20_000;

export const paymentCrowds = {
  /** Claims those of the latest day that has enough; null if there is none. */
  async claim(em: EntityManager, now: Date, leaseEnd: Date): Promise<Crowd | null> {
    const payments = await CLAIM.all(em, [now, leaseEnd]);
    const [first] = payments;
    return first ? { provider: first.provider, day: saoPauloDay(first.createdAt), payments, leaseEnd } : null;
  },

  /** Ends the lease of payments without news and sets their next check. */
  async saveDue(em: EntityManager, ids: readonly string[], dueAt: Date | null, leaseEnd: Date): Promise<void> {
    await SAVE_DUE.all(em, [ids, dueAt, leaseEnd]);
  },

  /** Marks listed payments as checked, including due ones of the day that are not part of the claim. */
  async saveSeen(em: EntityManager, { provider, seen, dueAt, dueBy, leaseEnd }: Seen): Promise<void> {
    await SAVE_SEEN.all(em, [dueBy, provider, seen.map(({ paymentId }) => paymentId), dueAt, leaseEnd]);
  },
};

const IS_WAITED_FOR = `due_at <= $1 and preference_id is not null and cancel_requested_at is null
  and status in ('pending', 'in_review', 'overdue', 'rejected')`;
const DAY = `(created_at at time zone '${SAO_PAULO}')::date`;

const CLAIM = statement(
  `with crowd as materialized (
     select provider, ${DAY} as day from payment where ${IS_WAITED_FOR}
     group by 1, 2 having count(*) >= ${CROWD_FROM} order by 2 desc limit 1
   ), chosen as (
     select p.id from payment as p join crowd on p.provider = crowd.provider and ${DAY} = crowd.day
     where ${IS_WAITED_FOR} limit ${CROWD_MAX} for update of p skip locked
   )
   update payment as p set due_at = $2 from chosen where p.id = chosen.id
   returning ${selected(CLAIMED, 'p')}`,
  CLAIMED,
);

const SAVE_DUE = statement('update payment set due_at = $2 where id = any($1::uuid[]) and due_at = $3', {});

// Two steps, the first by id: after many payments become due at once, statistics of `due_at` are out of date.
const SAVE_SEEN = statement(
  `with listed as materialized (
     select id, due_at, preference_id, cancel_requested_at, status from payment
     where provider = $2 and provider_payment_id = any($3::text[])
   ), looked_at as materialized (
     select id from listed where due_at = $5 or ${IS_WAITED_FOR}
   )
   update payment as p set due_at = $4, failures = 0 from looked_at where p.id = looked_at.id`,
  {},
);
