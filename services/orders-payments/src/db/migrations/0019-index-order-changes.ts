import { Migration } from '@mikro-orm/migrations';

/** Serves clients that poll for changed orders. */
export default class IndexOrderChanges extends Migration {
  override up(): void {
    this.addSql('create index customer_order_changed on customer_order (updated_at, id)');
  }
}
