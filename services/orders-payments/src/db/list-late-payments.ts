import type { Page } from '@estampa/kernel/page';
import { asJson, row } from '@estampa/kit/postgres/rows';
import { integer, nullable, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { REFUND, type RefundRow } from './refund-row.ts';
import { RETURN_STATE } from './return-state.ts';

export type LatePayment = {
  refund: RefundRow;
  orderNumber: number;
  provider: string;
  providerPaymentId: string | null;
  state: string;
};

const COLUMNS = {
  refund: row(REFUND),
  orderNumber: integer,
  provider: text,
  providerPaymentId: nullable(text),
  state: text,
};

const IS_LATE = `reason in ('late', 'surplus', 'underpaid')`;

const listWhere = (condition: string, values: number) => ({
  page: statement(
    `with page as materialized (
       select *, ${RETURN_STATE} as state from refund where ${IS_LATE} ${condition}
       order by created_at desc, id desc limit $${values + 1} offset $${values + 2})
     select ${asJson(REFUND, 'r')} as refund, o.order_number as "orderNumber", p.provider,
       p.provider_payment_id as "providerPaymentId", r.state
     from page as r join payment as p on p.id = r.payment_id join customer_order as o on o.id = r.order_id
     order by r.created_at desc, r.id desc`,
    COLUMNS,
  ),
  count: statement(`select count(*) as count from refund where ${IS_LATE} ${condition}`, { count: integer }),
});

export const ALL = listWhere('', 0);
export const OF_STATE = listWhere(`and ${RETURN_STATE} = $1`, 1);

/** Money that came too late, twice or too little, newest first, and how much there is of it. */
export async function listLatePayments(
  em: EntityManager,
  state: string | undefined,
  { skip, limit }: Page,
): Promise<{ latePayments: LatePayment[]; total: number }> {
  const { page, count } = state === undefined ? ALL : OF_STATE;
  const values = state === undefined ? [] : [state];
  const [latePayments, [counted]] = await pipeline(em, page.with(...values, limit, skip), count.with(...values));
  return { latePayments, total: counted!.count };
}
