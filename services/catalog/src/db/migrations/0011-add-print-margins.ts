import { Migration } from '@mikro-orm/migrations';

export default class AddPrintMargins extends Migration {
  override up(): void {
    this.addSql(`
      alter table template add bleed_mm double precision not null default 0 check (bleed_mm between 0 and 20),
        add safe_mm double precision not null default 0 check (safe_mm between 0 and 20)`);
  }
}
