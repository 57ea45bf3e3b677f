import { boolean } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { item, type ItemRow } from './tables/item.ts';

/** Sold items. */
export const items = {
  has: async (em: EntityManager, id: string): Promise<boolean> => (await HAS.first(em, [id]))!.isKnown,

  /** To be read, in the order of their ids. */
  findOfOrder: (em: EntityManager, orderId: string): Promise<ItemRow[]> => OF_ORDER.all(em, [orderId]),

  lock: (tx: EntityManager, id: string): Promise<ItemRow | null> =>
    tx.findOne(item.Row, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }),

  /** All of some orders, in the order of their ids. */
  lockOfOrders: (tx: EntityManager, orderIds: readonly string[]): Promise<ItemRow[]> =>
    tx.find(
      item.Row,
      { orderId: { $in: [...orderIds] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    ),

  /** Written with the commit. */
  save: (tx: EntityManager, row: ItemRow, change: Partial<ItemRow>): ItemRow => tx.assign(row, change),
};

const HAS = statement('select exists (select from item where id = $1) as "isKnown"', { isKnown: boolean });

const OF_ORDER = item.select('i', 'where i.order_id = $1 order by i.id');
