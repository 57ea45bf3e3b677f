import { Migration } from '@mikro-orm/migrations';

export default class AddPrintWidths extends Migration {
  override up(): void {
    this.addSql('alter table template add print_width_mm double precision check (print_width_mm > 0)');
  }
}
