import { endingLeases } from '@estampa/kit/service/lease';
import { takenFrom, toRecord } from '@estampa/kit/postgres/rows';
import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { claimEnd } from '../domain/new-attempt.ts';
import type { ChargedPayment, Payment, PaymentSnapshot, UnchargedPayment } from '../domain/payment.ts';
import { IS_UNPAID } from './conditions.ts';
import { ATTEMPT, ATTEMPT_COLUMNS, type Attempt, UNCHARGED_COLUMNS, type UnchargedAttempt } from './order-parts.ts';
import { payment, PAYMENT_PROGRESS } from './tables/payment.ts';

type Claim = { now: Date; leaseEnd: Date; limit: number; alsoWaiting: boolean };
/** Ids of payments at their provider. */
type Moved = { received: readonly string[]; reversed: readonly string[] };

/** Attempts to pay. They are inserted and saved with the lock of their order; the changes here need only a claim. */
export const payments = {
  /** The payment with its order. */
  find: (em: EntityManager, id: string): Promise<Attempt | undefined> => FIND.first(em, [id]),

  /** True while another process creates its charge, or is about to. */
  isBeingCreated: async (em: EntityManager, id: string): Promise<boolean> => Boolean(await WAITING.first(em, [id])),

  /** Selects the listed payments that show something new about payments of ours. */
  async findNews(em: EntityManager, provider: string, listed: readonly PaymentSnapshot[]): Promise<PaymentSnapshot[]> {
    const shown = listed.map(({ paymentId, reference, state, refundedCents }) => ({
      payment_id: paymentId,
      reference,
      state,
      refunded_cents: refundedCents,
    }));
    const news = new Set((await NEWS.all(em, [provider, JSON.stringify(shown)])).map(({ paymentId }) => paymentId));
    return listed.filter(({ paymentId }) => news.has(paymentId));
  },

  /** Selects our payments whose money was not counted, or of which more can be refunded than is known. */
  async findUncounted(em: EntityManager, provider: string, { received, reversed }: Moved): Promise<string[]> {
    if (received.length === 0 && reversed.length === 0) return [];
    return (await UNCOUNTED.all(em, [provider, received, reversed])).map(({ paymentId }) => paymentId);
  },

  /**
   * Claims the creation of a payment's only charge; `tries` distinguishes the claim from earlier and later ones. Undefined if the
   * payment needs no charge, or another process is creating it.
   */
  claim: (em: EntityManager, id: string, now: Date, timeoutMs: number): Promise<UnchargedAttempt | undefined> =>
    CLAIM.first(em, [id, claimEnd(now, timeoutMs), now]),

  /**
   * Claims some due payments, with their orders; other replicas skip them until `leaseEnd`. Without `alsoWaiting`, payments that
   * only wait for their buyer are left out.
   */
  claimDue: (em: EntityManager, { now, leaseEnd, limit, alsoWaiting }: Claim): Promise<Attempt[]> =>
    CLAIM_DUE.all(em, [now, leaseEnd, limit, alsoWaiting]),

  /** Ends the claim, so that the buyer can try again at once and the background job at `dueAt`. */
  async saveReleased(em: EntityManager, { id, tries }: UnchargedPayment, dueAt: Date): Promise<void> {
    await SAVE_RELEASED.all(em, [id, tries, dueAt]);
  },

  /** Ends the lease and sets the next check, null for none. A payment that became due during the lease stays due. */
  saveDue: (em: EntityManager, { id, dueAt: until }: Payment, dueAt: Date | null, failures: number): Promise<boolean> =>
    endLease(em, { key: id, until: until! }, dueAt, failures),

  /**
   * Ends the lease of a failed task; a task that became due during the lease waits as well, since it would fail in the same way.
   */
  async savePostponed(
    em: EntityManager,
    { id, dueAt: until }: Payment,
    { now, dueAt, failures }: { now: Date; dueAt: Date | null; failures: number },
  ): Promise<void> {
    await SAVE_POSTPONED.all(em, [id, until, now, dueAt, failures]);
  },

  /** Records that its link accepts no further payment. */
  async saveClosed(em: EntityManager, id: string, closedAt: Date): Promise<void> {
    await SAVE_CLOSED.all(em, [id, closedAt]);
  },

  /** Ends a charge without any attempt to pay it, unless there just was one. */
  async saveUntried(em: EntityManager, id: string): Promise<void> {
    await SAVE_UNTRIED.all(em, [id]);
  },

  /**
   * Stores the charge of an order's only attempt, and marks a webhook about it as applied; false if order or attempt have changed
   * since the claim: then nothing was written.
   */
  saveFirstCharge: async (em: EntityManager, charged: ChargedPayment): Promise<boolean> =>
    Boolean(await SAVE_FIRST_CHARGE.first(em, [toRecord(charged)])),
};

const FIND = statement(
  `select ${ATTEMPT} from payment as p join customer_order as o on o.id = p.order_id where p.id = $1`,
  ATTEMPT_COLUMNS,
);

const NEEDS_CHARGE = `p.preference_id is null and p.status = 'pending' and p.cancel_requested_at is null
  and o.id = p.order_id and ${IS_UNPAID}`;

const WAITING = statement(`select from payment as p, customer_order as o where p.id = $1 and ${NEEDS_CHARGE}`, {});

const CLAIM = statement(
  `update payment as p set claimed_until = $2, tries = tries + 1 from customer_order as o
   where p.id = $1 and ${NEEDS_CHARGE} and (p.claimed_until is null or p.claimed_until <= $3)
   returning ${ATTEMPT}`,
  UNCHARGED_COLUMNS,
);

const CLAIM_DUE = statement(
  `update payment as p set due_at = $2 from customer_order as o
   where o.id = p.order_id and p.id in (
     select id from payment
     where due_at <= $1 and ($4 or preference_id is null or cancel_requested_at is not null or paid_at is not null)
     order by due_at limit $3 for update skip locked)
   returning ${ATTEMPT}`,
  ATTEMPT_COLUMNS,
);

const SAVE_RELEASED = statement(
  'update payment set claimed_until = null, due_at = $3 where id = $1 and tries = $2',
  {},
);

const endLease = endingLeases({ table: 'payment', also: ['failures'] });

const SAVE_POSTPONED = statement(
  'update payment set due_at = $4, failures = $5 where id = $1 and (due_at = $2 or due_at <= $3)',
  {},
);

const SAVE_CLOSED = statement('update payment set closed_at = $2 where id = $1', {});

const SAVE_UNTRIED = statement(
  `update payment set status = 'cancelled', due_at = null
   where id = $1 and provider_payment_id is null and cancel_requested_at is not null and status = 'pending'`,
  {},
);

export const SAVE_FIRST_CHARGE = statement(
  `with charged as materialized (
     select * from jsonb_populate_record(null::payment, $1)
   ), locked as materialized (
     select o.id from customer_order as o join charged on o.id = charged.order_id
     where ${IS_UNPAID} and o.current_payment_id = charged.id for update of o
   ), saved as (
     update payment as p set ${takenFrom('charged', PAYMENT_PROGRESS)} from locked, charged
     where p.id = charged.id and p.order_id = locked.id and p.tries = charged.tries
       and p.status = 'pending' and p.preference_id is null and p.cancel_requested_at is null
       and not exists (select from payment as other where other.order_id = locked.id and other.id <> charged.id)
     returning p.id, p.provider, p.provider_payment_id
   ), known as (
     update payment_notice as n set applied_at = now(), outcome = 'charge_known' from saved
     where n.provider = saved.provider and n.provider_payment_id = saved.provider_payment_id
       and n.is_new_charge and n.applied_at is null and n.parked_at is null
   )
   select id from saved`,
  payment.pick('id'),
);

// Not news: a charge that a declined card left pending, and a failed payment of a charge that has another one.
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

const UNCOUNTED = statement(
  `select provider_payment_id as "paymentId" from payment
   where provider = $1 and provider_payment_id = any($2::text[]) and paid_at is null
   union
   select provider_payment_id from payment
   where provider = $1 and provider_payment_id = any($3::text[]) and refunded_cents < amount_cents`,
  { paymentId: text },
);
