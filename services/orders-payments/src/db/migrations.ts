import { renameTable } from '@estampa/kit/postgres/rename-table';
import { Migration } from '@mikro-orm/migrations';
import { laterMigrations } from './later-migrations.ts';

class CreateOrders extends Migration {
  override up(): void {
    this.addSql('create sequence order_number as int start 1001');
    this.addSql(`
      create table orders (
        id uuid primary key,
        order_number int not null unique,
        user_id uuid not null,
        email text not null,
        full_name text not null,
        phone text,
        shipping jsonb not null,
        search_text text not null,
        payment_status text not null,
        fulfillment_status text not null,
        subtotal_cents int not null,
        shipping_cents int not null,
        discount_cents int not null,
        total_cents int not null check (total_cents > 0),
        total_refunded_cents int not null,
        shipping_method_id text,
        carrier text,
        service_code text,
        current_payment_id uuid not null,
        shipment jsonb,
        shipment_version int not null,
        version int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        paid_at timestamptz,
        shipped_at timestamptz,
        delivered_at timestamptz
      )`);
    this.addSql('create index orders_newest on orders (created_at desc, id desc)');
    this.addSql('create index orders_of_user on orders (user_id, created_at desc, id desc)');
    this.addSql('create index orders_by_payment on orders (payment_status, created_at desc, id desc)');
    this.addSql('create index orders_by_fulfillment on orders (fulfillment_status, created_at desc, id desc)');
    this.addSql('create index orders_by_email on orders (lower(email), created_at desc, id desc)');
    // Partial matches are indexed where the server brings the extension; elsewhere they scan.
    this.addSql(`
      do $$ begin
        if exists (select from pg_available_extensions where name = 'pg_trgm') then
          create extension if not exists pg_trgm;
          create index orders_search on orders using gin (search_text gin_trgm_ops);
        end if;
      end $$`);
    this.addSql(`
      create table order_items (
        id uuid primary key,
        order_id uuid not null references orders deferrable initially deferred,
        line int not null,
        seller_product_id uuid not null,
        seller_product_variant_id uuid not null,
        product_variant_id uuid not null,
        seller_profile_id uuid not null,
        artwork_id uuid not null,
        quantity int not null check (quantity between 1 and 100),
        unit_price_cents int not null,
        line_total_cents int not null,
        title text not null,
        image_url text,
        option_label text not null,
        variant_assets jsonb not null,
        selected_options jsonb not null,
        seller_name text not null,
        seller_slug text not null,
        product_type_name text not null,
        production_days int not null,
        packaging_days int not null,
        earnings jsonb not null,
        fulfillment_status text not null,
        fulfillment_version int not null,
        tracking_code text,
        shipped_at timestamptz,
        delivered_at timestamptz,
        unique (order_id, line)
      )`);
  }
}

class CreatePayments extends Migration {
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
    // Money that came for an order that is over, or a second time: to be given back.
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

/** Images by their keys: addresses are made where they leave the house. */
class KeepPictureKeys extends Migration {
  override up(): void {
    this.addSql('alter table order_items rename column image_url to image_key');
    this.addSql(`
      update order_items set image_key = regexp_replace(image_key, '^https?://.*?/(?=public/)', '')
      where image_key is not null`);
  }
}

/** All tables are called in the singular, by names that need no quoting: `user` and `order` are words of SQL. */
const SINGULAR = {
  orders: 'customer_order',
  order_items: 'order_item',
  payments: 'payment',
  payment_requests: 'payment_request',
  late_payments: 'late_payment',
  payment_notices: 'payment_notice',
};

class SingularTableNames extends Migration {
  override up(): void {
    for (const [from, to] of Object.entries(SINGULAR)) for (const sql of renameTable(from, to)) this.addSql(sql);
  }
}

class IndexAppliedNotices extends Migration {
  override up(): void {
    this.addSql('create index payment_notice_applied on payment_notice (applied_at) where applied_at is not null');
  }
}

/** A buyer who was made at the gateway once is not looked for again. */
class RememberGatewayCustomers extends Migration {
  override up(): void {
    this.addSql(`
      create table gateway_customer (
        provider text not null,
        user_id uuid not null,
        mark text not null,
        customer_id text not null,
        primary key (provider, user_id)
      )`);
  }
}

/** A webhook that says no more than that a charge was made is old news as soon as the charge is known. */
class TellNoticesOfNewCharges extends Migration {
  override up(): void {
    this.addSql('alter table payment_notice add column is_new_charge boolean not null default false');
  }
}

export const migrations = [
  CreateOrders,
  CreatePayments,
  KeepPictureKeys,
  SingularTableNames,
  IndexAppliedNotices,
  RememberGatewayCustomers,
  TellNoticesOfNewCharges,
  ...laterMigrations,
];
