import { LOWEST_ID } from '@estampa/kernel/ids';
import { integer, list, uuid } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const ORDERS_AT_ONCE = 200;

/** How far the orders are posted that were sold before there was a ledger. */
export const ledgerBackfills = {
  /** The pass that is due, locked; undefined when none is, or another replica has it. */
  lockDue: (tx: EntityManager, now: Date) => LOCK.first(tx, [now]),

  /** The next orders of a pass, with whose they are; fewer than a batch when they are the last. */
  async findOrders(tx: EntityManager, afterId: string) {
    const orders = await ORDERS.all(tx, [afterId]);
    return { orders, isLast: orders.length < ORDERS_AT_ONCE };
  },

  saveProgress: (tx: EntityManager, afterId: string): void => SAVE.onCommit(tx, [afterId]),

  /** The next pass begins at the given time; null: there is none. */
  savePass: (tx: EntityManager, pass: number, dueAt: Date | null): void => PASS.onCommit(tx, [pass, dueAt]),
};

const LOCK = statement(
  `select pass, after_id as "afterId" from ledger_backfill where due_at <= $1 for update skip locked`,
  { pass: integer, afterId: uuid },
);

const ORDERS = statement(
  `select order_id as "orderId", array_agg(sale ->> 'sellerProfileId') as "sellerProfileIds" from (
     select order_id, sale from sold_item
     where order_id in (
       select distinct order_id from sold_item where order_id > $1 and was_approved order by order_id limit ${ORDERS_AT_ONCE})
       and sale is not null
   ) as sold group by order_id order by order_id`,
  { orderId: uuid, sellerProfileIds: list(uuid) },
);

const SAVE = statement('update ledger_backfill set after_id = $1', {});
const PASS = statement(`update ledger_backfill set pass = $1, due_at = $2, after_id = '${LOWEST_ID}'`, {});
