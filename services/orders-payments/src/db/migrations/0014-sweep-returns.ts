import { Migration } from '@mikro-orm/migrations';

/** The progress of checking each provider's charges for refunds. */
export default class SweepReturns extends Migration {
  override up(): void {
    this.addSql(`
      create table returns_sweep (
        provider text primary key,
        due_at timestamptz not null,
        made_to text,
        cursor text
      )`);
  }
}
