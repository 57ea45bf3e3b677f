import { boolean, integer, key, nullable, oneOf, type RowOf, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

const MILESTONES = ['approved', 'shipped', 'refunded'] as const;

/** Rows that a trigger of `customer_order` adds. */
export const orderMilestone = table('order_milestone', {
  id: key(uuid),
  orderId: uuid,
  kind: oneOf(MILESTONES),
  /** Of the order in all, with a refund; else 0. */
  refundedCents: integer,
  /** Of the order, or of this refund. */
  amountCents: integer,
  reachedAt: timestamp,
  /** When its e-mail is handed over; null: it was, or nobody is to read it. */
  emailDueAt: nullable(timestamp),
  emailTries: integer,
  /** Whether the order's invoice knows of it. */
  isInvoiced: boolean,
});

export type MilestoneRow = RowOf<typeof orderMilestone.columns>;
