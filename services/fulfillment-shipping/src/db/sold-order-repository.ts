import { columnNames, takenFrom, toRecord, toRecords } from '@estampa/kit/postgres/rows';
import { boolean, nullable } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { item, type ItemRow } from './tables/item.ts';
import { shipment } from './tables/shipment.ts';
import { soldOrder, type SoldOrderRow } from './tables/sold-order.ts';

/** What is stored of an order; nothing of its buyer. */
type SoldOrder = Omit<SoldOrderRow, 'version'> & {
  items: readonly Pick<ItemRow, 'id' | 'title' | 'quantity' | 'unitPriceCents'>[];
};

export const soldOrders = {
  has: async (em: EntityManager, id: string): Promise<boolean> => (await HAS.first(em, [id]))!.isKnown,

  find: (em: EntityManager, ids: readonly string[]): Promise<SoldOrderRow[]> => BY_IDS.all(em, [ids]),

  findOne: (em: EntityManager, id: string): Promise<SoldOrderRow | undefined> => BY_IDS.first(em, [[id]]),

  /** Stores an order and its items, and gives its parcel; undefined when a newer version is known already. */
  save(
    em: EntityManager,
    { id, paymentStatus, isDisputed, isRefundUnderWay, items }: SoldOrder,
    version: number,
  ): Promise<{ shipmentId: string | null } | undefined> {
    const row: SoldOrderRow = { id, paymentStatus, isDisputed, isRefundUnderWay, version };
    const sold = items.map((one) => ({
      id: one.id,
      orderId: id,
      title: one.title,
      quantity: one.quantity,
      unitPriceCents: one.unitPriceCents,
    }));
    return SAVE.first(em, [toRecord(row), toRecords(sold)]);
  },
};

const HAS = statement('select exists (select from sold_order where id = $1) as "isKnown"', { isKnown: boolean });

const BY_IDS = soldOrder.select('o', 'where o.id = any($1::uuid[])');

const { id: _id, ...CHANGES } = soldOrder.columns;
const SOLD = columnNames(item.pick('id', 'orderId', 'title', 'quantity', 'unitPriceCents'));

const SAVE = statement(
  `with saved as (
     ${soldOrder.insertRecord('$1')} on conflict (id) do update set ${takenFrom('excluded', CHANGES)}
     where sold_order.version < excluded.version returning id as saved_id
   ), added as (
     insert into item (${SOLD}) select ${SOLD} from saved, jsonb_populate_recordset(null::item, $2)
     order by id on conflict (id) do nothing
   )
   select shipment.id as "shipmentId" from saved left join shipment on shipment.order_id = saved_id`,
  { shipmentId: nullable(shipment.columns.id) },
);
