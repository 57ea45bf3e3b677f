import type { Page } from '@estampa/kernel/page';
import { asJson, row, selected } from '@estampa/kit/postgres/rows';
import { boolean, integer, list, type RowOf, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { INSUFFICIENT_BALANCE } from '../domain/refund.ts';
import { isRefundOwed, isRefundUnderWay } from './conditions.ts';
import { RETURN_STATE } from './return-state.ts';
import { order } from './tables/order.ts';
import { payment, providerPaymentRow } from './tables/payment.ts';
import { refund, type RefundRow } from './tables/refund.ts';

/** A refund with its payment, and the provider's ids of the payment's other refunds. */
export type RefundTask = RowOf<typeof TASK_COLUMNS>;
/** With `mayRequest` it can be requested from the provider, otherwise only searched. */
export type DueRefund = RefundTask & { mayRequest: boolean };
/** Money that came too late, twice or too little. */
export type LatePayment = RowOf<typeof LATE_COLUMNS>;

type Lease = { now: Date; leaseEnd: Date; claimEnd: Date; limit: number };
type Claim = { now: Date; dueAt: Date; claimEnd: Date };
type Claimed = Pick<RefundRow, 'id' | 'tries'>;
type Counted = { status: string; refunds: number; cents: number };

/** Refunds. They are inserted and saved with the lock of their order; the changes here need only a claim. */
export const refunds = {
  find: (em: EntityManager, id: string): Promise<RefundTask | undefined> => FIND.first(em, [id]),

  /** A page of an order's refunds, newest first, and their total. */
  async findPage(
    em: EntityManager,
    orderId: string,
    { skip, limit }: Page,
  ): Promise<{ refunds: RefundRow[]; total: number }> {
    const [found, [counted]] = await pipeline(em, PAGE.with(orderId, limit, skip), COUNT.with(orderId));
    return { refunds: found, total: counted!.count };
  },

  /** A page of the late payments, newest first, and their total. */
  async findLatePage(
    em: EntityManager,
    state: string | undefined,
    { skip, limit }: Page,
  ): Promise<{ latePayments: LatePayment[]; total: number }> {
    const { page, count } = state === undefined ? LATE : LATE_OF_STATE;
    const values = state === undefined ? [] : [state];
    const [latePayments, [counted]] = await pipeline(em, page.with(...values, limit, skip), count.with(...values));
    return { latePayments, total: counted!.count };
  },

  /**
   * Outstanding refunds by state, from a small partial index. An admin's refund that was denied, and one that an admin ended, are
   * not outstanding.
   */
  findCounts: (em: EntityManager): Promise<Counted[]> => COUNTS.all(em, []),

  /** Claims one for a request now, whether it is due or not; undefined if it is claimed already, or not to be requested. */
  claim: (em: EntityManager, id: string, { now, dueAt, claimEnd }: Claim): Promise<RefundTask | undefined> =>
    CLAIM.first(em, [id, now, dueAt, claimEnd]),

  /**
   * Claims some due refunds; other replicas skip them until `leaseEnd`. Those to be requested are claimed for that until
   * `claimEnd`.
   */
  claimDue: (em: EntityManager, { now, leaseEnd, claimEnd, limit }: Lease): Promise<DueRefund[]> =>
    CLAIM_DUE.all(em, [now, leaseEnd, claimEnd, limit]),

  /**
   * Ends the claim of a request that got its response, with the commit: it can be requested again from `dueAt` on, unless it has
   * ended.
   */
  saveReleased: (tx: EntityManager, { id, tries }: Claimed, dueAt: Date | null): void =>
    SAVE_RELEASED.onCommit(tx, [id, tries, dueAt]),

  /** Sets the next check, with the commit, unless it was requested again since; the claim stays. */
  saveDue: (tx: EntityManager, { id, tries }: Claimed, dueAt: Date | null): void =>
    SAVE_DUE.onCommit(tx, [id, tries, dueAt]),

  /** Sets the next check at once. */
  async saveDueNow(em: EntityManager, { id, tries }: Claimed, dueAt: Date): Promise<void> {
    await SAVE_DUE.all(em, [id, tries, dueAt]);
  },
};

const OTHER_IDS = `array(select other.provider_refund_id from refund as other
  where other.payment_id = r.payment_id and other.id <> r.id and other.provider_refund_id is not null)`;
const TASK = `${asJson(refund.columns, 'r')} as refund, ${asJson(payment.columns, 'p')} as payment, ${OTHER_IDS} as "otherIds"`;
const TASK_COLUMNS = { refund: row(refund.columns), payment: providerPaymentRow, otherIds: list(text) };

const FIND = statement(
  `select ${TASK} from refund as r join payment as p on p.id = r.payment_id where r.id = $1`,
  TASK_COLUMNS,
);

const PAGE = refund.select('r', 'where r.order_id = $1 order by r.created_at desc, r.id desc limit $2 offset $3');
const COUNT = statement('select count(*) as count from refund where order_id = $1', { count: integer });

const OF_ORDER = order.pick('orderNumber');
const OF_PAYMENT = payment.pick('provider', 'providerPaymentId');
const LATE_COLUMNS = { refund: row(refund.columns), ...OF_ORDER, ...OF_PAYMENT, state: text };
const IS_LATE = `reason in ('late', 'surplus', 'underpaid')`;

const lateWhere = (condition: string, values: number) => ({
  page: statement(
    `with page as materialized (
       select *, ${RETURN_STATE} as state from refund where ${IS_LATE} ${condition}
       order by created_at desc, id desc limit $${values + 1} offset $${values + 2})
     select ${asJson(refund.columns, 'r')} as refund, ${selected(OF_ORDER, 'o')}, ${selected(OF_PAYMENT, 'p')}, r.state
     from page as r join payment as p on p.id = r.payment_id join customer_order as o on o.id = r.order_id
     order by r.created_at desc, r.id desc`,
    LATE_COLUMNS,
  ),
  count: statement(`select count(*) as count from refund where ${IS_LATE} ${condition}`, { count: integer }),
});

export const LATE = lateWhere('', 0);
export const LATE_OF_STATE = lateWhere(`and ${RETURN_STATE} = $1`, 1);

const COUNTS = statement(
  `select case when status = 'requested' and refusal = '${INSUFFICIENT_BALANCE}' then 'unfunded' else status end as status,
     count(*) as refunds, sum(amount_cents) as cents
   from refund where status <> 'done' and ${isRefundOwed('refund')}
   group by 1`,
  { status: text, refunds: integer, cents: integer },
);

const CLAIM = statement(
  `update refund as r set due_at = $3, claimed_until = $4, tries = r.tries + 1 from payment as p
   where p.id = r.payment_id and r.id = $1 and r.status = 'requested'
     and (r.claimed_until is null or r.claimed_until <= $2)
   returning ${TASK}`,
  TASK_COLUMNS,
);

const CLAIM_DUE = statement(
  `with due as materialized (
     select id, status = 'requested' and (claimed_until is null or claimed_until <= $1) as free from refund
     where due_at <= $1 order by due_at limit $4 for update skip locked)
   update refund as r set due_at = $2, tries = r.tries + due.free::int,
     claimed_until = case when due.free then $3 else r.claimed_until end
   from due, payment as p where r.id = due.id and p.id = r.payment_id
   returning ${TASK}, due.free as "mayRequest"`,
  { ...TASK_COLUMNS, mayRequest: boolean },
);

const SAVE_RELEASED = statement(
  `update refund set claimed_until = null, due_at = case when ${isRefundUnderWay('refund')} then $3::timestamptz end
   where id = $1 and tries = $2`,
  {},
);

const SAVE_DUE = statement(
  `update refund set due_at = $3 where id = $1 and tries = $2 and ${isRefundUnderWay('refund')}`,
  {},
);
