import { Migration } from '@mikro-orm/migrations';

/**
 * Supports the expiry of unpaid orders: an index that finds them, one row that schedules the next run for all replicas, and the
 * payment method, since a boleto is waited for longer. Also stores when the last applied state of a payment was requested.
 */
export default class EndUnpaidOrders extends Migration {
  override up(): void {
    this.addSql(`
      create index customer_order_unpaid on customer_order (created_at) where payment_status in ('pending', 'rejected')`);
    this.addSql('create table order_expiry (due_at timestamptz not null)');
    this.addSql('insert into order_expiry values (now())');
    this.addSql('alter table payment add column method text, add column read_at timestamptz');
    this.addSql('alter table gateway_customer add column told text');
  }
}
