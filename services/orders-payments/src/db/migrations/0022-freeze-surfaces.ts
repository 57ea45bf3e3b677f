import { Migration } from '@mikro-orm/migrations';

/** What is printed on each surface of items; of those that were sold before, all that is known stands in artwork_id and print. */
export default class FreezeSurfaces extends Migration {
  override up(): void {
    this.addSql('alter table order_item add surfaces jsonb');
  }
}
