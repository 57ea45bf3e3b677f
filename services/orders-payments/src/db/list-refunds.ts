import type { Page } from '@estampa/kernel/page';
import { selected } from '@estampa/kit/postgres/rows';
import { integer } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { REFUND, type RefundRow } from './refund-row.ts';

/** What goes back of an order, newest first, and how many refunds it has. */
export async function listRefunds(
  em: EntityManager,
  orderId: string,
  { skip, limit }: Page,
): Promise<{ refunds: RefundRow[]; total: number }> {
  const [refunds, [counted]] = await pipeline(em, PAGE.with(orderId, limit, skip), COUNT.with(orderId));
  return { refunds, total: counted!.count };
}

const PAGE = statement(
  `select ${selected(REFUND, 'r')} from refund as r where r.order_id = $1 order by r.created_at desc, r.id desc
   limit $2 offset $3`,
  REFUND,
);
const COUNT = statement('select count(*) as count from refund where order_id = $1', { count: integer });
