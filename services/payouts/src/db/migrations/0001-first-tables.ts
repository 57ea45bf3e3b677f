import { Migration } from '@mikro-orm/migrations';

export default class FirstTables extends Migration {
  override up(): void {
    this.addSql(`
      create table sold_item (
        order_item_id uuid primary key,
        order_id uuid not null,
        order_version int not null default 0,
        payment_status text not null default 'pending',
        was_approved boolean not null default false,
        sale jsonb,
        item_version int not null default 0,
        item_status text not null default 'pending',
        was_returned boolean not null default false
      )`);
    this.addSql(`
      create table payout (
        id uuid primary key,
        seller_profile_id uuid not null,
        status text not null,
        total_cents int not null,
        item_ids jsonb not null,
        reference text,
        failure_reason text,
        created_by text not null,
        created_at timestamptz not null,
        paid_at timestamptz,
        failed_at timestamptz,
        version int not null
      )`);
    this.addSql('create index payout_newest on payout (created_at desc, id desc)');
    this.addSql('create index payout_of_seller on payout (seller_profile_id, created_at desc, id desc)');
    this.addSql('create index payout_in_status on payout (status, created_at desc, id desc)');
    this.addSql(`
      create table payout_item (
        id uuid primary key,
        type text not null,
        order_id uuid not null,
        order_number int not null,
        order_item_id uuid not null,
        seller_profile_id uuid not null,
        title text not null,
        quantity int not null,
        amount_cents int not null,
        status text not null,
        payout_id uuid references payout (id),
        held_at timestamptz,
        releasable_at timestamptz,
        reversed_at timestamptz,
        paid_at timestamptz,
        breakdown jsonb not null,
        version int not null,
        created_at timestamptz not null
      )`);
    this.addSql('create unique index payout_item_once on payout_item (order_item_id, type)');
    this.addSql('create index payout_item_newest on payout_item (created_at desc, id desc)');
    this.addSql('create index payout_item_of_seller on payout_item (seller_profile_id, created_at desc, id desc)');
    this.addSql('create index payout_item_in_status on payout_item (status, created_at desc, id desc)');
    this.addSql('create index payout_item_of_order on payout_item (order_id, created_at desc, id desc)');
    this.addSql(`
      create index payout_item_payable on payout_item (seller_profile_id, type, id)
      where status = 'releasable' and payout_id is null`);
  }
}
