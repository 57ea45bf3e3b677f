import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExpiryLimits } from '../domain/order-expiry.ts';

/** True for one replica alone when it is time; the next turn is at `nextAt`. */
export const takeExpirySlot = async (em: EntityManager, now: Date, nextAt: Date): Promise<boolean> =>
  (await TURN.all(em, [now, nextAt])).length > 0;

const TURN = statement(`update order_expiry set due_at = $2 where due_at <= $1 returning 'taken' as turn`, {
  turn: text,
});

/** Orders that nobody pays any more, the oldest first. What the provider still looks into is waited for. */
export const findUnpaidOrders = async (
  em: EntityManager,
  { begunBefore, boletoBegunBefore }: ExpiryLimits,
  limit: number,
): Promise<string[]> => (await UNPAID.all(em, [begunBefore, boletoBegunBefore, limit])).map(({ id }) => id);

export const UNPAID = statement(
  `select o.id from customer_order as o join payment as p on p.id = o.current_payment_id
   where o.payment_status in ('pending', 'rejected') and o.created_at < $1 and p.created_at < $1
     and (p.method is distinct from 'boleto' or p.created_at < $2)
     and not exists (
       select from payment as open where open.order_id = o.id and open.status in ('in_review', 'refund_in_progress'))
   order by o.created_at limit $3`,
  { id: text },
);
