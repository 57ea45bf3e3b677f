import { Migration } from '@mikro-orm/migrations';

export default class CreatePayments extends Migration {
  override up(): void {
    this.addSql(`
      create table payments (
        id uuid primary key,
        order_id uuid not null references orders deferrable initially deferred,
        attempt int not null,
        provider text not null,
        reference text not null,
        status text not null,
        amount_cents int not null,
        refunded_cents int not null,
        preference_id text,
        provider_payment_id text,
        init_point text,
        sandbox_init_point text,
        cancel_requested_at timestamptz,
        paid_at timestamptz,
        created_at timestamptz not null,
        claimed_until timestamptz,
        tries int not null,
        due_at timestamptz,
        failures int not null,
        unique (order_id, attempt),
        unique (provider, provider_payment_id)
      )`);
    this.addSql('create index payments_by_reference on payments (provider, reference)');
    this.addSql('create index payments_due on payments (due_at) where due_at is not null');
    this.addSql(`
      create table payment_requests (
        scope text not null,
        key_digest text not null,
        body_digest text not null,
        payment_id uuid not null references payments deferrable initially deferred,
        created_at timestamptz not null default now(),
        primary key (scope, key_digest)
      )`);
    this.addSql('create index payment_requests_created_at on payment_requests (created_at)');
    // Money to refund: it came for an order that is over, or a second time.
    this.addSql(`
      create table late_payments (
        payment_id uuid primary key references payments deferrable initially deferred,
        order_id uuid not null references orders deferrable initially deferred,
        reason text not null,
        amount_cents int not null,
        created_at timestamptz not null default now(),
        refunded_at timestamptz
      )`);
    this.addSql('create index late_payments_newest on late_payments (created_at desc, payment_id desc)');
    this.addSql(`
      create table payment_notices (
        id bigint generated always as identity primary key,
        provider text not null,
        event_id text not null,
        event text not null,
        provider_payment_id text not null,
        refused boolean not null,
        received_at timestamptz not null default now(),
        due_at timestamptz not null default now(),
        tries int not null default 0,
        applied_at timestamptz,
        outcome text,
        unique (provider, event_id)
      )`);
    this.addSql(`
      create index payment_notices_unapplied on payment_notices (provider, provider_payment_id, id)
      where applied_at is null`);
  }
}
