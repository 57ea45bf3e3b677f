import { Migration } from '@mikro-orm/migrations';
import {
  BoundOutboxMigration,
  PartitionOutboxMigration,
  QUIET,
  ValidateOutboxMigration,
} from '../events/outbox-migration.ts';
import { OutboxLanesMigration } from '../events/relay-lanes.ts';
import { TopicStartMigration } from '../events/topic-starts.ts';
import { ApartMigration } from '../postgres/apart-migration.ts';
import { SelfCheckMigration } from './self-check-migration.ts';
import { AuditByActionMigration, AuditMigration } from './audit-migration.ts';
import { IdempotencyClaimMigration, IdempotencyShareMigration } from '../rpc/idempotency-migration.ts';

/** The tables that every service has: outbox, inbox, dead letters and idempotency keys. */
export class InfrastructureMigration extends Migration {
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

/** An event may be applied, begun, or in `dead_letter`; only the first is shown by the views. */
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

/** Attempts outlive the process, dead letters can be replayed or discarded, and the outbox can set a single event aside. */
export class EventDeliveryMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table event_attempt (
        event_id uuid primary key,
        attempts int not null default 1,
        failed_at timestamptz not null default now()
      )`);
    this.addSql('create index event_attempt_failed_at on event_attempt (failed_at)');
    this.addSql(`
      alter table dead_letter
        add column id bigint generated always as identity,
        add column request_id text,
        add column traceparent text,
        add column occurred_at timestamptz,
        add column replay_requested_at timestamptz,
        add column discarded_at timestamptz,
        add column discarded_by text,
        add column discard_reason text`);
    this.addSql(`
      create index dead_letter_waiting on dead_letter (id) where replayed_at is null and discarded_at is null`);
    this.addSql('alter table outbox add column refused_at timestamptz, add column refusal text');
    this.addSql('drop index outbox_unsent');
    this.addSql('create index outbox_unsent on outbox (id) where sent_at is null and refused_at is null');
    this.addSql('create index outbox_sent_at on outbox (sent_at) where sent_at is not null');
    this.addSql('create index outbox_refused on outbox (id) where refused_at is not null');
  }
}

/** PostgreSQL serialises commits that notify, so only those notify whose process cannot wake the relay. */
export class QuietOutboxMigration extends Migration {
  override up(): void {
    this.addSql('drop trigger outbox_wakes_relay on outbox');
    this.addSql(`
      create trigger outbox_wakes_relay after insert on outbox for each statement
      when (current_setting('${QUIET}', true) is distinct from 'on') execute function wake_outbox_relay()`);
  }
}

/**
 * What is deleted row by row, of tables that may have ten million: by default a fifth of them would be dead before they are vacuumed.
 * A key is written twice, and finds room beside itself for the response. Apart, so that the outbox is not locked while other tables
 * are changed.
 */
class VacuumMigration extends ApartMigration {
  static override readonly statements = [
    'alter table inbox set (autovacuum_vacuum_scale_factor = 0.05)',
    'alter table idempotency_key set (autovacuum_vacuum_scale_factor = 0.05, fillfactor = 85)',
  ];
}

export const INFRASTRUCTURE_MIGRATIONS = [
  InfrastructureMigration,
  InboxStateMigration,
  EventDeliveryMigration,
  IdempotencyClaimMigration,
  QuietOutboxMigration,
  AuditMigration,
  IdempotencyShareMigration,
  SelfCheckMigration,
  AuditByActionMigration,
  TopicStartMigration,
  BoundOutboxMigration,
  ValidateOutboxMigration,
  PartitionOutboxMigration,
  VacuumMigration,
  OutboxLanesMigration,
];
