import { asJson, row } from '@estampa/kit/postgres/rows';
import { boolean, integer, list, text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { INSUFFICIENT_BALANCE } from '../domain/refund.ts';
import { PAYMENT, type PaymentRow } from './payment-row.ts';
import { REFUND, type RefundRow } from './refund-row.ts';

/** A refund with the payment that it gives back, and the provider's ids of that payment's other refunds. */
export type RefundTask = { refund: RefundRow; payment: PaymentRow; otherIds: string[] };
/** Whoever may ask the gateway for it alone may; else it is only looked for. */
export type DueRefund = RefundTask & { mayRequest: boolean };

const OTHER_IDS = `array(select other.provider_refund_id from refund as other
  where other.payment_id = r.payment_id and other.id <> r.id and other.provider_refund_id is not null)`;
const TASK = `${asJson(REFUND, 'r')} as refund, ${asJson(PAYMENT, 'p')} as payment, ${OTHER_IDS} as "otherIds"`;
const TASK_COLUMNS = { refund: row(REFUND), payment: row(PAYMENT), otherIds: list(text) };

type Lease = { now: Date; leaseEnd: Date; claimEnd: Date; limit: number };

/** Some of the refunds that are due; until `leaseEnd` no other replica takes them. Those that are to be asked for are claimed. */
export const leaseDueRefunds = (em: EntityManager, { now, leaseEnd, claimEnd, limit }: Lease): Promise<DueRefund[]> =>
  LEASE.all(em, [now, leaseEnd, claimEnd, limit]);

const LEASE = statement(
  `with due as materialized (
     select id, status = 'requested' and (claimed_until is null or claimed_until <= $1) as free from refund
     where due_at <= $1 order by due_at limit $4 for update skip locked)
   update refund as r set due_at = $2, tries = r.tries + due.free::int,
     claimed_until = case when due.free then $3 else r.claimed_until end
   from due, payment as p where r.id = due.id and p.id = r.payment_id
   returning ${TASK}, due.free as "mayRequest"`,
  { ...TASK_COLUMNS, mayRequest: boolean },
);

type Claim = { now: Date; dueAt: Date; claimEnd: Date };

/** The right to ask for one refund now, whenever it would be due; undefined when somebody has it, or nothing is to be asked. */
export const claimRefund = (
  em: EntityManager,
  id: string,
  { now, dueAt, claimEnd }: Claim,
): Promise<RefundTask | undefined> => CLAIM.first(em, [id, now, dueAt, claimEnd]);

const CLAIM = statement(
  `update refund as r set due_at = $3, claimed_until = $4, tries = r.tries + 1 from payment as p
   where p.id = r.payment_id and r.id = $1 and r.status = 'requested'
     and (r.claimed_until is null or r.claimed_until <= $2)
   returning ${TASK}`,
  TASK_COLUMNS,
);

export const findRefund = (em: EntityManager, id: string): Promise<RefundTask | undefined> => FIND.first(em, [id]);

const FIND = statement(
  `select ${TASK} from refund as r join payment as p on p.id = r.payment_id where r.id = $1`,
  TASK_COLUMNS,
);

type Claimed = Pick<RefundRow, 'id' | 'tries'>;
const IS_UNDER_WAY = `status in ('requested', 'pending', 'requires_payer_action')`;

/** Gives a claim back that was answered, with the commit: from `dueAt` on the refund can be asked for again, unless it has ended. */
export const releaseRefund = (tx: EntityManager, { id, tries }: Claimed, dueAt: Date | null): void =>
  RELEASE.onCommit(tx, [id, tries, dueAt]);

const RELEASE = statement(
  `update refund set claimed_until = null, due_at = case when ${IS_UNDER_WAY} then $3::timestamptz end
   where id = $1 and tries = $2`,
  {},
);

/** When a refund is looked at next, unless somebody asked for it again meanwhile; the claim stays. */
export const postponeRefund = (em: EntityManager, { id, tries }: Claimed, dueAt: Date): Promise<unknown> =>
  POSTPONE.all(em, [id, tries, dueAt]);

const POSTPONE = statement(`update refund set due_at = $3 where id = $1 and tries = $2 and ${IS_UNDER_WAY}`, {});

/** The same with the commit. */
export const rescheduleRefund = (tx: EntityManager, { id, tries }: Claimed, dueAt: Date | null): void =>
  POSTPONE.onCommit(tx, [id, tries, dueAt]);

/**
 * Money that is to go back and has not, by its state: a small partial index tells all of it. What was denied to an admin, or ended
 * by one, is nobody's task any more.
 */
export const countMoneyToReturn = (em: EntityManager): Promise<{ status: string; refunds: number; cents: number }[]> =>
  COUNT.all(em, []);

const COUNT = statement(
  `select case when status = 'requested' and refusal = '${INSUFFICIENT_BALANCE}' then 'unfunded' else status end as status,
     count(*) as refunds, sum(amount_cents) as cents
   from refund where status <> 'done' and not (status = 'failed' and (reason in ('refund', 'cancel') or ended_by_hand is not null))
   group by 1`,
  { status: text, refunds: integer, cents: integer },
);
