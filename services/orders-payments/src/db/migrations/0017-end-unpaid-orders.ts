import { Migration } from '@mikro-orm/migrations';

/**
 * Orders that nobody pays: which those are, by an index; when some of them are ended next, by one row for all replicas; how a
 * payment is made, since a boleto is waited for longer. And when the last word of the provider was asked for.
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
