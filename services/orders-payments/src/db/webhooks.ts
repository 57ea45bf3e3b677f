import { endingLeases } from '@estampa/kit/service/lease';
import { boolean, bytes, integer, text, timestamp } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { InboundWebhook } from '../adapters/payment-gateway.ts';

export type Webhook = {
  id: number;
  provider: string;
  event: string;
  providerPaymentId: string;
  refused: boolean;
  tries: number;
  /** Kept as it came, not read. */
  isUnread: boolean;
  query: string;
  rawBody: Buffer;
  leaseEnd: Date;
};

/** The event of a webhook that could not be read when it came. */
export const UNREAD = 'unread';

/** What is kept of a webhook: what it says as far as it could be read, and all of it as it came. */
export type NewWebhook = InboundWebhook & { query: string; rawBody: Buffer };

/** Webhooks of one provider that may wait to be applied: beyond that it has to send them again later. */
export const WEBHOOKS_WAITING_MAX = 50_000;

/**
 * Keeps a webhook. One that only tells of a new charge is old news when the charge is known, and waits until `chargeKnownBy`
 * otherwise, since its own answer is on the way. Says what became of it.
 */
export async function storeWebhook(
  em: EntityManager,
  provider: string,
  { eventId, event, paymentId, refused, isNewCharge, query, rawBody }: NewWebhook,
  chargeKnownBy: Date,
): Promise<'kept' | 'known' | 'too_many'> {
  const values = [provider, eventId, event, paymentId, refused, isNewCharge, chargeKnownBy, query, rawBody];
  const { isStored, isFull } = (await STORE.first(em, values))!;
  if (isStored) return 'kept';
  return isFull ? 'too_many' : 'known';
}

const STORE = statement(
  `with known as (select from payment where provider = $1 and provider_payment_id = $4 and $6::boolean),
   waiting as (
     select from payment_notice where provider = $1 and applied_at is null and parked_at is null
     limit ${WEBHOOKS_WAITING_MAX}),
   room as materialized (select count(*) < ${WEBHOOKS_WAITING_MAX} as is_left from waiting),
   kept as (
     insert into payment_notice (provider, event_id, event, provider_payment_id, refused, is_new_charge, due_at,
       applied_at, outcome, query, raw_body)
     select $1, $2, $3, $4, $5, $6, case when $6 then $7::timestamptz else now() end,
       case when exists (select from known) then now() end, case when exists (select from known) then 'charge_known' end,
       $8, $9::bytea
     from room where is_left
     on conflict (provider, event_id) do nothing returning id)
   select exists (select from kept) as "isStored", not (select is_left from room) as "isFull"`,
  { isStored: boolean, isFull: boolean },
);

/** The first webhooks of payments, as far as they are due; until `leaseEnd` no other replica takes them. What is old news ends here. */
export const leaseDueWebhooks = (em: EntityManager, now: Date, leaseEnd: Date, limit: number): Promise<Webhook[]> =>
  LEASE.all(em, [now, leaseEnd, limit]);

const IS_OLD_NEWS = `n.is_new_charge and exists (
  select from payment as p where p.provider = n.provider and p.provider_payment_id = n.provider_payment_id)`;

const LEASE = statement(
  `with old_news as (
     update payment_notice as n set applied_at = now(), outcome = 'charge_known'
     where n.applied_at is null and n.parked_at is null and n.due_at <= $1 and ${IS_OLD_NEWS}
   )
   update payment_notice set due_at = $2, tries = tries + 1
   where due_at <= $1 and applied_at is null and parked_at is null and id in (
     select id from (
       select distinct on (n.provider, n.provider_payment_id) n.id, n.due_at from payment_notice as n
       where n.applied_at is null and n.parked_at is null and not (${IS_OLD_NEWS}) order by n.provider, n.provider_payment_id, n.id
     ) as first_of_payment
     where due_at <= $1 order by id limit $3)
   returning id, provider, event, provider_payment_id as "providerPaymentId", refused, tries,
     event = '${UNREAD}' as "isUnread", query, raw_body as "rawBody", due_at as "leaseEnd"`,
  {
    id: integer,
    provider: text,
    event: text,
    providerPaymentId: text,
    refused: boolean,
    tries: integer,
    isUnread: boolean,
    query: text,
    rawBody: bytes,
    leaseEnd: timestamp,
  },
);

export const markApplied = (em: EntityManager, { id }: Webhook, outcome: string): Promise<unknown> =>
  APPLIED.all(em, [id, outcome]);

/** The same, with the commit of what was applied. */
export const markAppliedWith = (tx: EntityManager, { id }: Webhook, outcome: string): void =>
  APPLIED.onCommit(tx, [id, outcome]);

const APPLIED = statement('update payment_notice set applied_at = now(), outcome = $2 where id = $1', {});

/** What a webhook says, once it can be read. */
export const rememberRead = (em: EntityManager, { id }: Webhook, read: InboundWebhook): Promise<unknown> =>
  READ.all(em, [id, read.event, read.paymentId, read.refused]);

const READ = statement(
  'update payment_notice set event = $2, provider_payment_id = $3, refused = $4 where id = $1',
  {},
);

/** Unless another replica has taken it since. */
export const postpone = (em: EntityManager, { id, leaseEnd }: Webhook, dueAt: Date): Promise<boolean> =>
  END_LEASE(em, { key: id, until: leaseEnd }, dueAt);

const END_LEASE = endingLeases({ table: 'payment_notice' });
