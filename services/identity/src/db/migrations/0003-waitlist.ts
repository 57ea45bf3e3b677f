import { Migration } from '@mikro-orm/migrations';

export default class WaitlistMigration extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');
    this.addSql(`
      create table waitlist_entries (
        id uuid primary key,
        email text not null,
        name text not null,
        whatsapp text,
        portfolio_url text,
        message text,
        status text not null check (status in ('pending', 'invited', 'converted', 'rejected', 'blocked')),
        invite_token_hash text unique,
        invited_at timestamptz(3),
        invite_expires_at timestamptz(3),
        converted_at timestamptz(3),
        user_id uuid references users deferrable initially deferred,
        notes text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql('create unique index waitlist_entries_email on waitlist_entries (lower(email))');
    this.addSql('create index waitlist_entries_newest on waitlist_entries (created_at desc, id desc)');
    this.addSql('create index waitlist_entries_by_status on waitlist_entries (status, created_at desc, id desc)');
    this.addSql(`
      create index waitlist_entries_search on waitlist_entries using gin (email gin_trgm_ops, name gin_trgm_ops)`);
  }
}
