import { Migration } from '@mikro-orm/migrations';

/** Which items were printed with words of a buyer who is erased by now. */
export default class EraseTexts extends Migration {
  override up(): void {
    this.addSql('alter table print_item add text_erased boolean not null default false');
    this.addSql('alter table print_surface add text_erased boolean not null default false');
  }
}
