import { Migration } from '@mikro-orm/migrations';

/** The print input of items; unknown for those that were sold before. */
export default class FreezePrints extends Migration {
  override up(): void {
    this.addSql('alter table order_item add print jsonb');
  }
}
