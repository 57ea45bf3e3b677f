import { Migration } from '@mikro-orm/migrations';

/** The progress of reading each provider's statements for partial refunds. */
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
