import { Migration } from '@mikro-orm/migrations';

/** One print for all items that were sold of it, and what each item is printed from. */
export default class CreatePrintFiles extends Migration {
  override up(): void {
    this.addSql(`
      create table print_file (
        digest text primary key,
        artwork_id uuid not null,
        job jsonb not null,
        key text unique,
        size_bytes bigint,
        content_hash text,
        due_at timestamptz,
        tries int not null default 0,
        check ((due_at is null) = (key is not null)),
        check ((key is null) = (size_bytes is null) and (key is null) = (content_hash is null))
      )`);
    this.addSql('create index print_file_due on print_file (due_at) where due_at is not null');
    this.addSql('create index print_file_artwork on print_file (artwork_id)');
    this.addSql(`
      create table print_item (
        order_item_id uuid primary key,
        print_digest text not null
      )`);
  }
}
