import { Migration } from '@mikro-orm/migrations';

class FirstTables extends Migration {
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

class WideSums extends Migration {
  override up(): void {
    this.addSql('alter table payout alter column total_cents type bigint');
  }
}

class IndexOwed extends Migration {
  override up(): void {
    this.addSql(`
      create index payout_item_owed on payout_item (status) include (amount_cents)
      where status in ('held', 'releasable')`);
  }
}

class KeepDisputes extends Migration {
  override up(): void {
    this.addSql('alter table sold_item add column is_disputed boolean not null default false');
  }
}

/** Amounts of more than 32 bits, several corrections of one sale, and never two sellers in one batch. */
class Ledger extends Migration {
  override up(): void {
    this.addSql('alter table payout_item alter column amount_cents type bigint');
    this.addSql('drop index payout_item_once');
    this.addSql(`create unique index payout_item_sale_once on payout_item (order_item_id) where type = 'sale'`);
    this.addSql('create index payout_item_of_order_item on payout_item (order_item_id)');
    this.addSql('create index payout_item_in_payout on payout_item (payout_id) where payout_id is not null');
    this.addSql('alter table payout add constraint payout_of_one_seller unique (id, seller_profile_id)');
    this.addSql(`
      alter table payout_item drop constraint payout_item_payout_id_fkey,
        add constraint payout_item_of_its_seller foreign key (payout_id, seller_profile_id)
          references payout (id, seller_profile_id),
        add constraint payout_item_payable_in_batch
          check (payout_id is null or status = 'releasable' or paid_at is not null)`);
  }
}

class KeepRefundsUnderWay extends Migration {
  override up(): void {
    this.addSql('alter table sold_item add column is_refund_under_way boolean not null default false');
  }
}

class IndexOwedBySeller extends Migration {
  override up(): void {
    this.addSql(`
      create index payout_item_owed_by_seller on payout_item (seller_profile_id, status) include (amount_cents)
      where status in ('held', 'releasable')`);
    this.addSql('drop index payout_item_owed');
  }
}

/** When a batch was last changed. Batches are few, so all are filled at once. */
class KeepPayoutChanges extends Migration {
  override up(): void {
    this.addSql('alter table payout add column updated_at timestamptz not null default now()');
    this.addSql('update payout set updated_at = greatest(created_at, paid_at, failed_at)');
    this.addSql('create index payout_changed on payout (updated_at, id)');
    this.addSql('create index payout_changed_of_seller on payout (seller_profile_id, updated_at, id)');
  }
}

export const migrations = [
  FirstTables,
  WideSums,
  IndexOwed,
  KeepDisputes,
  Ledger,
  KeepRefundsUnderWay,
  IndexOwedBySeller,
  KeepPayoutChanges,
];
