import { Migration } from '@mikro-orm/migrations';

/** How the last run of each check ended that compares what a service has with what it should have. */
export class SelfCheckMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table self_check (
        name text primary key,
        checked_at timestamptz not null,
        findings int not null check (findings >= 0)
      )`);
  }
}
