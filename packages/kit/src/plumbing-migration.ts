import { Migration } from '@mikro-orm/migrations';

/** The tables that every service has: outbox, inbox, dead letters and idempotency keys. */
export class PlumbingMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table outbox (
        id bigint generated always as identity primary key,
        event_id uuid not null,
        topic text not null,
        key text not null,
        type text not null,
        payload text not null,
        request_id text not null,
        traceparent text,
        occurred_at timestamptz not null,
        sent_at timestamptz
      )`);
    this.addSql('create index outbox_unsent on outbox (id) where sent_at is null');
    this.addSql(`
      create function wake_outbox_relay() returns trigger language plpgsql as $$
      begin
        notify outbox;
        return null;
      end $$`);
    this.addSql(`
      create trigger outbox_wakes_relay after insert on outbox
      for each statement execute function wake_outbox_relay()`);
    this.addSql('create table inbox (event_id uuid primary key, applied_at timestamptz not null default now())');
    this.addSql('create index inbox_applied_at on inbox (applied_at)');
    this.addSql(`
      create table dead_letter (
        event_id uuid primary key,
        topic text not null,
        key text not null,
        type text not null,
        payload text not null,
        reason text not null,
        attempts int not null,
        parked_at timestamptz not null default now(),
        replayed_at timestamptz
      )`);
    this.addSql(`
      create table idempotency_key (
        scope text not null,
        key_digest text not null,
        body_digest text not null,
        answer bytea,
        refusal jsonb,
        created_at timestamptz not null default now(),
        primary key (scope, key_digest)
      )`);
    this.addSql('create index idempotency_key_created_at on idempotency_key (created_at)');
  }
}

/** An event may be applied, begun, or parked; only the first is shown by the views. */
export class InboxStateMigration extends Migration {
  override up(): void {
    this.addSql(`
      alter table inbox add state text not null default 'applied'
        constraint inbox_state check (state in ('applied', 'unfinished', 'parked'))`);
    this.addSql(`create index inbox_not_applied on inbox (state) where state <> 'applied'`);
    this.addSql(`
      update inbox set state = 'parked'
      where event_id in (select event_id from dead_letter where replayed_at is null)`);
  }
}

export const PLUMBING_MIGRATIONS = [PlumbingMigration, InboxStateMigration];
