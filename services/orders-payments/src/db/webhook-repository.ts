import { endingLeases } from '@estampa/kit/service/lease';
import { selected } from '@estampa/kit/postgres/rows';
import { boolean, type RowOf } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { InboundWebhook } from '../adapters/payment-gateway.ts';
import { webhook } from './tables/webhook.ts';

const OF_WEBHOOK = webhook.pick('id', 'provider', 'event', 'providerPaymentId', 'refused', 'tries', 'query', 'rawBody');
/** `isUnread`: only the raw request is stored. */
const CLAIMED = { ...OF_WEBHOOK, isUnread: boolean, leaseEnd: webhook.columns.dueAt };
export type Webhook = RowOf<typeof CLAIMED>;

/** The event of a webhook that could not be read when it came. */
export const UNREAD = 'unread';

/** The fields of a webhook that could be read, and the raw request. */
type NewWebhook = InboundWebhook & { query: string; rawBody: Buffer };

/** How many webhooks of one provider may wait to be applied; more are rejected, and the provider sends them again. */
const WEBHOOKS_WAITING_MAX = 50_000;

export const webhooks = {
  /**
   * Claims due webhooks, only the first of each payment; other replicas skip them until `leaseEnd`. Marks irrelevant ones as
   * applied.
   */
  claimDue: (em: EntityManager, now: Date, leaseEnd: Date, limit: number): Promise<Webhook[]> =>
    CLAIM_DUE.all(em, [now, leaseEnd, limit]),

  /**
   * Stores a webhook; returns what became of it. One about a new charge is irrelevant if the charge is known; otherwise it waits
   * until `chargeKnownBy` for the response with the charge.
   */
  async insert(
    em: EntityManager,
    provider: string,
    { eventId, event, paymentId, isRejected, isNewCharge, query, rawBody }: NewWebhook,
    chargeKnownBy: Date,
  ): Promise<'kept' | 'known' | 'too_many'> {
    const values = [provider, eventId, event, paymentId, isRejected, isNewCharge, chargeKnownBy, query, rawBody];
    const { isStored, isFull } = (await INSERT.first(em, values))!;
    if (isStored) return 'kept';
    return isFull ? 'too_many' : 'known';
  },

  /** Marks it as applied, with the commit of the effect. */
  saveApplied: (tx: EntityManager, { id }: Webhook, outcome: string): void => SAVE_APPLIED.onCommit(tx, [id, outcome]),

  /** Marks it as applied at once. */
  async saveAppliedNow(em: EntityManager, { id }: Webhook, outcome: string): Promise<void> {
    await SAVE_APPLIED.all(em, [id, outcome]);
  },

  /** Stores the fields of a webhook that has become readable. */
  async saveRead(em: EntityManager, { id }: Webhook, read: InboundWebhook): Promise<void> {
    await SAVE_READ.all(em, [id, read.event, read.paymentId, read.isRejected]);
  },

  /** Sets the next try, unless another replica has claimed it since. */
  saveDue: (em: EntityManager, { id, leaseEnd }: Webhook, dueAt: Date): Promise<boolean> =>
    endLease(em, { key: id, until: leaseEnd }, dueAt),
};

const IS_OLD_NEWS = `n.is_new_charge and exists (
  select from payment as p where p.provider = n.provider and p.provider_payment_id = n.provider_payment_id)`;

const CLAIM_DUE = statement(
  `with old_news as (
     update payment_notice as n set applied_at = now(), outcome = 'charge_known'
     where n.applied_at is null and n.parked_at is null and n.due_at <= $1 and ${IS_OLD_NEWS}
   )
   update payment_notice as claimed set due_at = $2, tries = tries + 1
   where due_at <= $1 and applied_at is null and parked_at is null and id in (
     select id from (
       select distinct on (n.provider, n.provider_payment_id) n.id, n.due_at from payment_notice as n
       where n.applied_at is null and n.parked_at is null and not (${IS_OLD_NEWS}) order by n.provider, n.provider_payment_id, n.id
     ) as first_of_payment
     where due_at <= $1 order by id limit $3)
   returning ${selected(OF_WEBHOOK, 'claimed')}, event = '${UNREAD}' as "isUnread", due_at as "leaseEnd"`,
  CLAIMED,
);

const INSERT = statement(
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

const SAVE_APPLIED = statement('update payment_notice set applied_at = now(), outcome = $2 where id = $1', {});

const SAVE_READ = statement(
  'update payment_notice set event = $2, provider_payment_id = $3, refused = $4 where id = $1',
  {},
);

const endLease = endingLeases({ table: 'payment_notice' });
