import { Migration } from '@mikro-orm/migrations';

/**
 * The page names that each transaction changed. Unlogged: after a crash, a promotion or a restore the tables are empty, which
 * starts a new epoch and invalidates all marks. The old marks are still bumped by the previous version of the service, which
 * invalidates everything.
 */
export default class PageChangeTables extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table page_change (
        xid xid8 not null default pg_current_xact_id(),
        names text[] not null,
        made_at timestamptz not null default clock_timestamp()
      )`);
    this.addSql('create index page_change_xid on page_change (xid)');
    this.addSql('create index page_change_made_at on page_change using brin (made_at)');
    this.addSql(`
      create unlogged table page_change_epoch (
        is_the_one boolean primary key default true check (is_the_one),
        id uuid not null
      )`);
    this.addSql(`
      create function change_all_pages() returns trigger language plpgsql as
      $$begin insert into page_change (names) values ('{*}'); return null; end$$`);
    this.addSql(`
      create trigger change_all_pages after update on change_mark for each statement
      execute function change_all_pages()`);
  }
}
