import { Migration } from '@mikro-orm/migrations';

/** What the provider kept of an order's charge; null until an event says so. */
export default class ProviderFees extends Migration {
  override up(): void {
    this.addSql('alter table sold_item add column order_fee_cents int');
  }
}
