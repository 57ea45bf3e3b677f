import { Migration } from '@mikro-orm/migrations';

export default class FirstTables extends Migration {
  override up(): void {
    this.addSql(`
      create table sold_order (
        id uuid primary key,
        user_id text not null,
        payment_status text not null,
        recipient jsonb not null,
        version int not null
      )`);
    this.addSql(`
      create table item (
        id uuid primary key,
        order_id uuid not null references sold_order (id),
        title text not null,
        quantity int not null,
        unit_price_cents int not null,
        fulfillment_status text not null default 'pending',
        tracking_code text,
        shipped_at timestamptz,
        delivered_at timestamptz,
        returned_at timestamptz,
        version int not null default 1
      )`);
    this.addSql('create index item_of_order on item (order_id)');
    this.addSql(`
      create table shipment (
        id uuid primary key,
        order_id uuid not null unique references sold_order (id),
        provider text not null,
        carrier text,
        service text,
        status text not null,
        tracking_code text,
        tracking_url text,
        label_url text,
        error text,
        posted_at timestamptz,
        delivered_at timestamptz,
        last_checked_at timestamptz,
        created_at timestamptz not null,
        version int not null,
        label_id text,
        cart_requested_at timestamptz,
        checkout_requested_at timestamptz,
        purchased_at timestamptz,
        generated_at timestamptz,
        attempts int not null,
        next_attempt_at timestamptz,
        claim uuid,
        claimed_until timestamptz
      )`);
    this.addSql('create index shipment_label_due on shipment (next_attempt_at) where next_attempt_at is not null');
    this.addSql(`
      create index shipment_on_its_way on shipment (last_checked_at nulls first, id)
      where checkout_requested_at is not null and status not in ('delivered', 'cancelled')`);
  }
}
