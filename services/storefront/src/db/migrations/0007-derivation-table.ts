import { Migration } from '@mikro-orm/migrations';

/** What is still to be derived because of an event that touches more products than one chunk. */
export default class DerivationTable extends Migration {
  override up(): void {
    this.addSql(`
      create table derivation (
        id bigint generated always as identity primary key,
        touched jsonb not null,
        after_id uuid not null,
        event_id uuid not null,
        due_at timestamptz not null default now()
      )`);
    this.addSql('create index derivation_due on derivation (due_at, id)');
  }
}
