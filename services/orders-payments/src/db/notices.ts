import { boolean, integer, statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { InboundNotice } from '../adapters/payment-gateway.ts';

export type Notice = {
  id: number;
  provider: string;
  event: string;
  providerPaymentId: string;
  refused: boolean;
  tries: number;
};

/**
 * Keeps a notice. One that only tells of a new charge is old news when the charge is known, and waits until `chargeKnownBy`
 * otherwise, since its own answer is on the way. Says whether there is something to apply now.
 */
export async function keepNotice(
  em: EntityManager,
  provider: string,
  notice: InboundNotice,
  chargeKnownBy: Date,
): Promise<{ isNew: boolean; isDue: boolean }> {
  const { eventId, event, paymentId, refused, isNewCharge } = notice;
  const kept = await KEEP.first(em, [provider, eventId, event, paymentId, refused, isNewCharge, chargeKnownBy]);
  return { isNew: Boolean(kept), isDue: Boolean(kept) && !isNewCharge };
}

const KEEP = statement(
  `with known as (select from payment where provider = $1 and provider_payment_id = $4 and $6::boolean)
   insert into payment_notice
     (provider, event_id, event, provider_payment_id, refused, is_new_charge, due_at, applied_at, outcome)
   select $1, $2, $3, $4, $5, $6, case when $6 then $7::timestamptz else now() end,
     case when exists (select from known) then now() end, case when exists (select from known) then 'charge_known' end
   on conflict (provider, event_id) do nothing returning id`,
  { id: integer },
);

/** The first notices of payments, as far as they are due; until `leaseEnd` no other replica takes them. What is old news ends here. */
export const leaseDueNotices = (em: EntityManager, now: Date, leaseEnd: Date, limit: number): Promise<Notice[]> =>
  LEASE.all(em, [now, leaseEnd, limit]);

const IS_OLD_NEWS = `n.is_new_charge and exists (
  select from payment as p where p.provider = n.provider and p.provider_payment_id = n.provider_payment_id)`;

const LEASE = statement(
  `with old_news as (
     update payment_notice as n set applied_at = now(), outcome = 'charge_known'
     where n.applied_at is null and n.due_at <= $1 and ${IS_OLD_NEWS}
   )
   update payment_notice set due_at = $2, tries = tries + 1
   where due_at <= $1 and applied_at is null and id in (
     select id from (
       select distinct on (n.provider, n.provider_payment_id) n.id, n.due_at from payment_notice as n
       where n.applied_at is null and not (${IS_OLD_NEWS}) order by n.provider, n.provider_payment_id, n.id
     ) as first_of_payment
     where due_at <= $1 order by id limit $3)
   returning id, provider, event, provider_payment_id as "providerPaymentId", refused, tries`,
  { id: integer, provider: text, event: text, providerPaymentId: text, refused: boolean, tries: integer },
);

export const markApplied = (em: EntityManager, { id }: Notice, outcome: string): Promise<unknown> =>
  APPLIED.all(em, [id, outcome]);

/** The same, with the commit of what was applied. */
export const markAppliedWith = (tx: EntityManager, { id }: Notice, outcome: string): void =>
  APPLIED.later(tx, [id, outcome]);

const APPLIED = statement('update payment_notice set applied_at = now(), outcome = $2 where id = $1', {});

export const postpone = (em: EntityManager, { id }: Notice, dueAt: Date): Promise<unknown> =>
  POSTPONED.all(em, [id, dueAt]);

const POSTPONED = statement('update payment_notice set due_at = $2 where id = $1', {});
