import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** The ledger posts orders as a whole. */
export default class SoldItemsByOrder extends IndexMigration {
  static override readonly index = { name: 'sold_item_of_order', on: 'sold_item (order_id)' };
}
