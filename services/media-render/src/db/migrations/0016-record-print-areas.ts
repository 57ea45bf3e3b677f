import { Migration } from '@mikro-orm/migrations';

export default class RecordPrintAreas extends Migration {
  override up(): void {
    this.addSql('alter table template add print_width_mm double precision');
    this.addSql('alter table render add print_area jsonb');
  }
}
