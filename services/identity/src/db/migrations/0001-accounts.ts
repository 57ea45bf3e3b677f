import { Migration } from '@mikro-orm/migrations';

/** References are checked at commit, so rows of one command may be written in any order. */
export default class AccountsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        id uuid primary key,
        email text not null,
        name text not null,
        status text not null check (status in ('active', 'inactive', 'suspended')),
        roles text[] not null check (cardinality(roles) > 0),
        password_hash text,
        document_type text,
        document_number text check (document_number is null or document_type is not null),
        whatsapp text,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql('create unique index users_email on users (lower(email))');
    this.addSql('create index users_roles on users using gin (roles)');
    this.addSql(`
      create table sessions (
        id uuid primary key,
        user_id uuid not null references users deferrable initially deferred,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        revoked_at timestamptz(3)
      )`);
    this.addSql('create index sessions_user on sessions (user_id)');
    this.addSql('create index sessions_expires_at on sessions (expires_at)');
    this.addSql(`
      create table refresh_tokens (
        token_hash text primary key,
        session_id uuid not null references sessions on delete cascade deferrable initially deferred,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3)
      )`);
    this.addSql('create index refresh_tokens_session on refresh_tokens (session_id)');
    this.addSql('create index refresh_tokens_expires_at on refresh_tokens (expires_at)');
  }
}
