import { Migration } from '@mikro-orm/migrations';

/** Types that exist have none: they are printed with the built-in profile, as before. */
export default class AddPressProfiles extends Migration {
  override up(): void {
    this.addSql('alter table product_type add press_profile jsonb');
  }
}
