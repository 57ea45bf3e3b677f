import { Migration } from '@mikro-orm/migrations';

/** How much of a sold print is bleed, which a page is trimmed by; what was sold before is not trimmed. */
export default class RecordBleeds extends Migration {
  override up(): void {
    this.addSql('alter table print_item add bleed_mm double precision not null default 0');
    this.addSql('alter table print_surface add bleed_mm double precision not null default 0');
  }
}
