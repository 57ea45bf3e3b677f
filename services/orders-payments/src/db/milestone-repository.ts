import { statement } from '@estampa/kit/postgres/statement';
import { endingLeases } from '@estampa/kit/service/lease';
import { selected } from '@estampa/kit/postgres/rows';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type MilestoneRow, orderMilestone } from './tables/order-milestone.ts';

/** What happened to paid orders, of which their buyers are told. */
export const milestones = {
  /** Claims some whose e-mail is due, oldest first; other replicas skip them until `leaseEnd`. */
  claimDue: (em: EntityManager, now: Date, leaseEnd: Date, limit: number): Promise<MilestoneRow[]> =>
    CLAIM_DUE.all(em, [now, leaseEnd, limit]),

  /** Ends the lease: its e-mail is due then, or null: no more. */
  saveDue: (em: EntityManager, { id, emailDueAt: until }: MilestoneRow, dueAt: Date | null): Promise<boolean> =>
    endLease(em, { key: id, until: until! }, dueAt),
};

const CLAIM_DUE = statement(
  `update order_milestone as m set email_due_at = $2, email_tries = email_tries + 1
   where id in (
     select id from order_milestone where email_due_at <= $1 order by email_due_at limit $3 for update skip locked)
   returning ${selected(orderMilestone.columns, 'm')}`,
  orderMilestone.columns,
);

const endLease = endingLeases({ table: 'order_milestone', due: 'email_due_at' });
