import { bigint, boolean, nullable, uuid } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** What the ledger has of money at providers, by order. */
export const postedSums = {
  /** Of those orders of which something was sold or posted. */
  find: (em: EntityManager, orderIds: readonly string[]) => SUMS.all(em, [orderIds]),
};

/** The account has what was collected as debits, and what went back or was kept as credits. */
const COLLECTED = `(case t.debit when 'clearing' then t.amount_cents else -t.amount_cents end)`;
const FEE = `'provider_fees' in (t.debit, t.credit)`;
const sumOf = (which: string): string => `coalesce(sum(${COLLECTED}) filter (where ${which}), 0)`;
const lastOf = (which: string): string =>
  `(array_agg(t.transaction_id order by t.posted_at desc, t.transaction_id desc) filter (where ${which}))[1]`;
const CHARGED = `t.kind = 'order_approved' and not ${FEE}`;
const REFUNDED = `t.kind = 'refunded'`;

const SUMS = statement(
  `select s.order_id as "orderId", s.is_held as "isHeld",
     ${sumOf(CHARGED)} as "chargedCents", ${lastOf(CHARGED)} as "chargedBy",
     -${sumOf(REFUNDED)} as "refundedCents", ${lastOf(REFUNDED)} as "refundedBy",
     -${sumOf(FEE)} as "feeCents", ${lastOf(FEE)} as "feeBy"
   from (
     select order_id, bool_or(is_disputed) as is_held from sold_item where order_id = any($1::uuid[]) group by order_id
   ) as s left join ledger_transfer as t on t.order_id = s.order_id and 'clearing' in (t.debit, t.credit)
   group by s.order_id, s.is_held`,
  {
    orderId: uuid,
    isHeld: boolean,
    chargedCents: bigint,
    chargedBy: nullable(uuid),
    refundedCents: bigint,
    refundedBy: nullable(uuid),
    feeCents: bigint,
    feeBy: nullable(uuid),
  },
);

export type PostedSum = Awaited<ReturnType<(typeof postedSums)['find']>>[number];
