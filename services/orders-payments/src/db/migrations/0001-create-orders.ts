import { Migration } from '@mikro-orm/migrations';

export default class CreateOrders extends Migration {
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
    // Substring searches use an index where the server has the extension; elsewhere they scan.
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
