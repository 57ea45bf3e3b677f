import { Migration } from '@mikro-orm/migrations';

/** How far the charges of a provider are looked through for money that went back. */
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
