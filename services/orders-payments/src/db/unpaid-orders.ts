import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ExpiryLimits } from '../domain/order-expiry.ts';
import { IS_UNPAID } from './conditions.ts';
import { order } from './tables/order.ts';

type Find = (em: EntityManager, limits: ExpiryLimits & { now: Date }, limit: number) => Promise<string[]>;

/** `among` is a condition on the order `o`. */
const unpaid = (among: string) =>
  statement(
    `select o.id from customer_order as o join payment as p on p.id = o.current_payment_id
     where ${IS_UNPAID} ${among} and o.created_at < $1 and p.created_at < $1
       and (p.method is distinct from 'boleto' or p.created_at < $2)
       and not exists (
         select from payment as open where open.order_id = o.id and open.status in ('in_review', 'refund_in_progress'))
     order by o.created_at limit $3`,
    order.pick('id'),
  );

export const UNPAID = unpaid('');
/** Of a coupon that is over nobody waits for a use. */
export const HOLDING = unpaid(`and o.coupon is not null and exists (
  select from coupon as c where c.id = (o.coupon ->> 'id')::uuid and c.uses >= c.max_uses
    and c.is_active and (c.ends_at is null or c.ends_at > $4))`);

const idsOf = (found: Awaited<ReturnType<typeof UNPAID.all>>): string[] => found.map(({ id }) => id);

/** The ids of orders that were not paid in time, oldest first, without those that have a payment in review. */
export const unpaidOrders = {
  find: async (em, { begunBefore, boletoBegunBefore }, limit) =>
    idsOf(await UNPAID.all(em, [begunBefore, boletoBegunBefore, limit])),
  /** Those that hold a use of a coupon of which all are taken. */
  findHolding: async (em, { begunBefore, boletoBegunBefore, now }, limit) =>
    idsOf(await HOLDING.all(em, [begunBefore, boletoBegunBefore, limit, now])),
} satisfies Record<string, Find>;
