import { Migration } from '@mikro-orm/migrations';

/** Objects that are needed no more, written down with the change that made them so. */
export default class CreateDiscardedObjects extends Migration {
  override up(): void {
    this.addSql(`
      create table discarded_object (
        key text primary key,
        due_at timestamptz not null
      )`);
    this.addSql('create index discarded_object_due on discarded_object (due_at)');
  }
}
