import { Migration } from '@mikro-orm/migrations';

/** Prints that nobody needs go; `due_at` of such a one is infinity until somebody asks for it. */
export default class ForgetPrints extends Migration {
  override up(): void {
    this.addSql(`
      alter table print_file add used_at timestamptz not null default now(), add times_forgotten int not null default 0`);
    this.addSql('create index print_file_used on print_file (used_at) where key is not null');
  }
}
