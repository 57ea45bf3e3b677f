import { renameTable } from '@estampa/kit/postgres/rename-table';
import { Migration } from '@mikro-orm/migrations';
import {
  EmailVerificationsMigration,
  ForgetDevicesMigration,
  KnownDevicesMigration,
  RefreshSuccessorsMigration,
} from './later-migrations.ts';

// References are checked at commit, so rows of one command may be written in any order.

class AccountsMigration extends Migration {
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

class SellerProfilesMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table seller_profiles (
        id uuid primary key,
        user_id uuid not null unique references users deferrable initially deferred,
        onboarding_status text not null check (onboarding_status in ('pending', 'approved', 'rejected')),
        store_status text not null check (store_status in ('unpublished', 'published')),
        store_name text not null,
        store_slug text not null unique,
        display_name text,
        bio text,
        avatar_url text,
        banner_url text,
        social_links jsonb not null,
        first_published_at timestamptz(3),
        active boolean not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
  }
}

class WaitlistMigration extends Migration {
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

class EmailsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table emails (
        id uuid primary key,
        about text not null,
        recipient text not null,
        subject text not null,
        body text,
        give_up_at timestamptz(3) not null,
        attempts int not null,
        next_attempt_at timestamptz(3) not null,
        sent_at timestamptz(3),
        last_error text,
        created_at timestamptz(3) not null
      )`);
    this.addSql('create index emails_due on emails (next_attempt_at) where body is not null');
    this.addSql('create index emails_about on emails (about) where body is not null');
    this.addSql('create index emails_created_at on emails (created_at)');
  }
}

/** Images by their keys: addresses are made where they leave the house. */
class PictureKeysMigration extends Migration {
  override up(): void {
    for (const image of ['avatar', 'banner']) {
      this.addSql(`alter table seller_profiles rename column ${image}_url to ${image}_key`);
      this.addSql(`
        update seller_profiles set ${image}_key = regexp_replace(${image}_key, '^https?://.*?/(?=public/)', '')
        where ${image}_key is not null`);
    }
  }
}

/** All tables are called in the singular, by names that need no quoting: `user` and `order` are words of SQL. */
const SINGULAR = {
  users: 'user_account',
  sessions: 'session',
  refresh_tokens: 'refresh_token',
  seller_profiles: 'seller_profile',
  waitlist_entries: 'waitlist_entry',
  emails: 'email',
};

class SingularTableNamesMigration extends Migration {
  override up(): void {
    for (const [from, to] of Object.entries(SINGULAR)) for (const sql of renameTable(from, to)) this.addSql(sql);
  }
}

/** Each row is an offer to choose a password; one that was asked for in the name of nobody we know has no user. */
class PasswordResetsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table password_reset (
        token_hash text primary key,
        user_id uuid references user_account deferrable initially deferred,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`);
    this.addSql('create index password_reset_user on password_reset (user_id)');
    this.addSql('create index password_reset_expires_at on password_reset (expires_at)');
  }
}

class UserListsMigration extends Migration {
  override up(): void {
    this.addSql('create index user_account_newest on user_account (created_at desc, id desc)');
    this.addSql('create index user_account_by_status on user_account (status, created_at desc, id desc)');
    this.addSql('create index user_account_search on user_account using gin (email gin_trgm_ops, name gin_trgm_ops)');
  }
}

class CustomerProfilesMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table customer_profile (
        id uuid primary key,
        user_id uuid not null unique references user_account deferrable initially deferred,
        active boolean not null,
        created_at timestamptz(3) not null
      )`);
  }
}

/** Counts of the last hour: worth nothing after a crash, so nothing waits for a disk. */
class RateCountsMigration extends Migration {
  override up(): void {
    this.addSql(`
      create unlogged table rate_count (
        bucket text primary key,
        ends_at timestamptz(3) not null,
        asked int not null
      )`);
    this.addSql('create index rate_count_ends_at on rate_count (ends_at)');
  }
}

class SuspendedStoresMigration extends Migration {
  override up(): void {
    this.addSql('alter table seller_profile add suspended boolean not null default false');
    this.addSql(`
      update seller_profile p set suspended = true
      from user_account u where u.id = p.user_id and u.status = 'suspended'`);
  }
}

/** Public halves of the keys that replicas sign with; each is there until the last token that it signed has expired. */
class SigningKeysMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table signing_key (
        kid text primary key,
        jwk jsonb not null,
        published_until timestamptz(3) not null
      )`);
    this.addSql('create index signing_key_published_until on signing_key (published_until)');
  }
}

export const migrations = [
  AccountsMigration,
  SellerProfilesMigration,
  WaitlistMigration,
  EmailsMigration,
  PictureKeysMigration,
  SingularTableNamesMigration,
  PasswordResetsMigration,
  UserListsMigration,
  CustomerProfilesMigration,
  RateCountsMigration,
  SuspendedStoresMigration,
  SigningKeysMigration,
  KnownDevicesMigration,
  RefreshSuccessorsMigration,
  ForgetDevicesMigration,
  EmailVerificationsMigration,
];
