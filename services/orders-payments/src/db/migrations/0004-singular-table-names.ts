import { renameTable } from '@estampa/kit/postgres/rename-table';
import { Migration } from '@mikro-orm/migrations';

/** Names all tables in the singular, without names that need quoting: `user` and `order` are SQL keywords. */
const SINGULAR = {
  orders: 'customer_order',
  order_items: 'order_item',
  payments: 'payment',
  payment_requests: 'payment_request',
  late_payments: 'late_payment',
  payment_notices: 'payment_notice',
};

export default class SingularTableNames extends Migration {
  override up(): void {
    for (const [from, to] of Object.entries(SINGULAR)) for (const sql of renameTable(from, to)) this.addSql(sql);
  }
}
