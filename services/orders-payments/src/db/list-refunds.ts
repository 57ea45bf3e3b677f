import type { Page } from '@estampa/kernel/page';
import { integer, statement, pipeline } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { refund, type RefundRow } from './tables/refund.ts';

/** What goes back of an order, newest first, and how many refunds it has. */
export async function listRefunds(
  em: EntityManager,
  orderId: string,
  { skip, limit }: Page,
): Promise<{ refunds: RefundRow[]; total: number }> {
  const [refunds, [counted]] = await pipeline(em, PAGE.with(orderId, limit, skip), COUNT.with(orderId));
  return { refunds, total: counted!.count };
}

const PAGE = refund.select('r', 'where r.order_id = $1 order by r.created_at desc, r.id desc limit $2 offset $3');
const COUNT = statement('select count(*) as count from refund where order_id = $1', { count: integer });
