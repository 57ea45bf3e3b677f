import { Migration } from '@mikro-orm/migrations';

/** For whoever follows what changes. */
export default class IndexOrderChanges extends Migration {
  override up(): void {
    this.addSql('create index customer_order_changed on customer_order (updated_at, id)');
  }
}
