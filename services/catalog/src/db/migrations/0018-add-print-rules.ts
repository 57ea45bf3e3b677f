import { Migration } from '@mikro-orm/migrations';

/** Types that exist have none: their artworks are looked at for their resolution alone, as before. */
export default class AddPrintRules extends Migration {
  override up(): void {
    this.addSql('alter table product_type add print_rules jsonb');
  }
}
