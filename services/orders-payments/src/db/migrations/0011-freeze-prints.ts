import { Migration } from '@mikro-orm/migrations';

/** What an item is printed from; of those that were sold before nobody knows. */
export default class FreezePrints extends Migration {
  override up(): void {
    this.addSql('alter table order_item add print jsonb');
  }
}
