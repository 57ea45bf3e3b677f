import { Migration } from '@mikro-orm/migrations';

/** What product types are printed with, and sold items; what was sold before is printed with the built-in profile, as it was. */
export default class AddPressProfiles extends Migration {
  override up(): void {
    this.addSql(`
      create table press_profile (product_type_id uuid primary key, key text, version integer not null)`);
    this.addSql('create index press_profile_key on press_profile (key) where key is not null');
    this.addSql('alter table print_item add press_profile text');
    this.addSql('alter table print_surface add press_profile text');
  }
}
