import { asJson, row } from '@estampa/kit/rows';
import { integer, statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PAYMENT, type PaymentRow } from './payment-row.ts';
import { REFUND, type RefundRow } from './refund-row.ts';

/** A refund with the payment that it gives back. */
export type RefundTask = { refund: RefundRow; payment: PaymentRow };

const TASK = `${asJson(REFUND, 'r')} as refund, ${asJson(PAYMENT, 'p')} as payment`;
const TASK_COLUMNS = { refund: row(REFUND), payment: row(PAYMENT) };

/** Some of the refunds that are due; until `leaseEnd` no other replica takes them. */
export const leaseDueRefunds = (em: EntityManager, now: Date, leaseEnd: Date, limit: number): Promise<RefundTask[]> =>
  LEASE.all(em, [now, leaseEnd, limit]);

const LEASE = statement(
  `update refund as r set due_at = $2, claimed_until = $2, tries = r.tries + 1 from payment as p
   where p.id = r.payment_id and r.id in (
     select id from refund where due_at <= $1 and (claimed_until is null or claimed_until <= $1)
     order by due_at limit $3 for update skip locked)
   returning ${TASK}`,
  TASK_COLUMNS,
);

/** The right to ask for one refund now, whenever it would be due; undefined when somebody has it, or nothing is to be asked. */
export const claimRefund = (em: EntityManager, id: string, now: Date, until: Date): Promise<RefundTask | undefined> =>
  CLAIM.first(em, [id, now, until]);

const CLAIM = statement(
  `update refund as r set due_at = $3, claimed_until = $3, tries = r.tries + 1 from payment as p
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

/** Ends a claim: when the refund is looked at next, while it is under way. */
export const postponeRefund = (em: EntityManager, id: string, dueAt: Date | null): Promise<unknown> =>
  POSTPONE.all(em, [id, dueAt]);

const POSTPONE = statement(
  `update refund set due_at = $2, claimed_until = null
   where id = $1 and status in ('requested', 'pending', 'requires_payer_action')`,
  {},
);

/** Money that is to go back and has not, by its state: a small partial index tells all of it. */
export const countMoneyToReturn = (em: EntityManager): Promise<{ status: string; refunds: number; cents: number }[]> =>
  COUNT.all(em, []);

const COUNT = statement(
  `select status, count(*) as refunds, sum(amount_cents) as cents from refund where status <> 'done' group by status`,
  { status: text, refunds: integer, cents: integer },
);
