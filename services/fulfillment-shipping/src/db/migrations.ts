import { Migration } from '@mikro-orm/migrations';

class FirstTables extends Migration {
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

class TrackingSchedule extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column next_track_at timestamptz');
    this.addSql(`
      update shipment set next_track_at = coalesce(last_checked_at, created_at)
      where checkout_requested_at is not null and status not in ('delivered', 'cancelled')`);
    this.addSql('drop index shipment_on_its_way');
    this.addSql('create index shipment_track_due on shipment (next_track_at, id) where next_track_at is not null');
  }
}

class ForgetBuyers extends Migration {
  override up(): void {
    this.addSql('alter table sold_order drop column recipient, drop column user_id');
  }
}

class IndexGivenUpLabels extends Migration {
  override up(): void {
    this.addSql(`
      create index shipment_label_given_up on shipment (id)
      where next_attempt_at is null and label_url is null and error is not null and status <> 'cancelled'`);
  }
}

class CancelLabels extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column cancel_requested_at timestamptz');
    this.addSql('create index shipment_of_label on shipment (label_id) where label_id is not null');
  }
}

class Invoices extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column invoice_key text');
  }
}

class AsynchronousLabels extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column generation_requested_at timestamptz');
  }
}

/** Tokens are encrypted; see `carrier-tokens.ts`. */
class CarrierTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table carrier_token (
        id bytea primary key,
        refresh_token bytea not null,
        access_token bytea,
        expires_at timestamptz,
        renew_at timestamptz,
        refused_at timestamptz,
        claimed_until timestamptz,
        updated_at timestamptz not null,
        version int not null
      )`);
  }
}

class CountRefusals extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column refusals int not null default 0');
  }
}

class KeepHolds extends Migration {
  override up(): void {
    this.addSql(`
      alter table sold_order add column is_disputed boolean not null default false,
        add column is_refund_under_way boolean not null default false`);
  }
}

/** A cancellation that was given up, its label not posted, is tried again. */
class NeverGiveLabelsUp extends Migration {
  override up(): void {
    this.addSql('alter table shipment add column lacks_balance boolean not null default false');
    this.addSql(`
      update shipment set next_attempt_at = now()
      where cancel_requested_at is not null and next_attempt_at is null and error is not null and posted_at is null
        and status not in ('cancelled', 'delivered')`);
  }
}

export const migrations = [
  FirstTables,
  TrackingSchedule,
  ForgetBuyers,
  IndexGivenUpLabels,
  CancelLabels,
  Invoices,
  CarrierTokens,
  AsynchronousLabels,
  CountRefusals,
  KeepHolds,
  NeverGiveLabelsUp,
];
