import { columnNames, takenFrom, toRecords } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { OF_ITEM, OF_ORDER, soldItem, type SoldItemRow } from './tables/sold-item.ts';

const KEYS = soldItem.pick('orderItemId', 'orderId');
type SoldByOrder = Pick<SoldItemRow, keyof typeof KEYS | keyof typeof OF_ORDER>;
type SoldByItem = Pick<SoldItemRow, keyof typeof KEYS | keyof typeof OF_ITEM>;

/** What events of orders and fulfillment say of sold items, in whatever order; an older version than the stored one is ignored. */
export const soldItems = {
  find: (em: EntityManager, orderItemIds: readonly string[]): Promise<SoldItemRow[]> => BY_IDS.all(em, [orderItemIds]),

  /** Gives the ids of those that changed and earn something. */
  saveOrder: (tx: EntityManager, rows: readonly SoldByOrder[]): Promise<string[]> =>
    idsOf(SAVE_ORDER.all(tx, [toRecords(rows)])),

  /** Gives its id when it changed and earns something. */
  saveItem: (tx: EntityManager, row: SoldByItem): Promise<string[]> => idsOf(SAVE_ITEM.all(tx, [toRecords([row])])),
};

const idsOf = async (changed: Promise<{ orderItemId: string }[]>): Promise<string[]> =>
  (await changed).map((row) => row.orderItemId);

const BY_IDS = soldItem.select('s', 'where s.order_item_id = any($1::uuid[])');

const saving = (columns: typeof OF_ORDER | typeof OF_ITEM, change: string, isNews: string) => {
  const names = columnNames({ ...KEYS, ...columns });
  return statement(
    `with saved as (
       insert into sold_item (${names})
       select ${names} from jsonb_populate_recordset(null::sold_item, $1) order by order_item_id
       on conflict (order_item_id) do update set ${change}
       where ${isNews}
       returning order_item_id, was_approved
     )
     select order_item_id as "orderItemId" from saved where was_approved`,
    soldItem.pick('orderItemId'),
  );
};

const { wasApproved: _wasApproved, ...REPLACED } = OF_ORDER;
const SAVE_ORDER = saving(
  OF_ORDER,
  // Once approved, always.
  `was_approved = sold_item.was_approved or excluded.was_approved, ${takenFrom('excluded', REPLACED)}`,
  // The same one again tells what an earlier version of this service did not store.
  `sold_item.order_version < excluded.order_version or
     (sold_item.order_version = excluded.order_version and sold_item.totals_version is distinct from excluded.totals_version)`,
);
const SAVE_ITEM = saving(OF_ITEM, takenFrom('excluded', OF_ITEM), 'sold_item.item_version < excluded.item_version');
