import { IndexMigration } from '@estampa/kit/postgres/migrate';

/** Finds unpaid orders that hold a use of a coupon. */
export default class IndexHoldingOrders extends IndexMigration {
  static override readonly index = {
    name: 'customer_order_holding',
    on: `customer_order (created_at) where coupon is not null and payment_status in ('pending', 'rejected')`,
  };
}
