import { Migration } from '@mikro-orm/migrations';

/** How far the statements of a provider are read for money that went back in parts. */
export default class SweepStatements extends Migration {
  override up(): void {
    this.addSql(`
      create table statement_sweep (
        provider text primary key,
        due_at timestamptz not null,
        day text not null,
        cursor text
      )`);
  }
}
