import { integer } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { IS_UNPAID, isRefundOwed } from './conditions.ts';

const COUNTS = { unpaid: integer, underWay: integer, refunding: integer, sales: integer };

const IS_ON_ITS_WAY = `i.fulfillment_status not in ('delivered', 'returned')`;

/** Uses the indexes of a buyer's and of a seller's orders, so the cost grows with these only. */
const OPEN = statement(
  `select
     count(*) filter (where ${IS_UNPAID}) as unpaid,
     count(*) filter (where o.payment_status = 'approved' and (o.is_disputed
       or exists (select from order_item as i where i.order_id = o.id and ${IS_ON_ITS_WAY}))) as "underWay",
     count(*) filter (where exists (select from refund as r where r.order_id = o.id and ${isRefundOwed('r')})) as refunding,
     (select count(distinct i.order_id) from order_item as i join customer_order as o on o.id = i.order_id
      where i.seller_profile_id = $2::uuid
        and (${IS_UNPAID} or (o.payment_status = 'approved' and (o.is_disputed or ${IS_ON_ITS_WAY})))) as sales
   from customer_order as o where o.user_id = $1`,
  COUNTS,
);

/** Counts a buyer's orders, and orders with a seller's items, that are not over. */
export const countOpen = async (em: EntityManager, userId: string, sellerProfileId: string | null) =>
  (await OPEN.first(em, [userId, sellerProfileId]))!;
