import { SAO_PAULO } from '@estampa/kernel/days';
import { Migration } from '@mikro-orm/migrations';
import { RETURN_STATE } from './return-state.ts';

/** Money that goes back: what an admin asked for, and what came too late, twice or too little. */
class CreateRefunds extends Migration {
  override up(): void {
    this.addSql('alter table customer_order add column is_disputed boolean not null default false');
    this.addSql(`
      create table refund (
        id uuid primary key,
        order_id uuid not null references customer_order deferrable initially deferred,
        payment_id uuid not null references payment deferrable initially deferred,
        reason text not null,
        amount_cents int not null check (amount_cents > 0),
        status text not null,
        provider_refund_id text,
        payer_action_url text,
        created_at timestamptz not null,
        done_at timestamptz,
        due_at timestamptz,
        tries int not null,
        failures int not null,
        claimed_until timestamptz
      )`);
    this.addSql('create index refund_of_order on refund (order_id, id)');
    this.addSql('create index refund_due on refund (due_at) where due_at is not null');
    this.addSql(`create index refund_not_done on refund (status) where status <> 'done'`);
    this.addSql(`
      create index refund_late on refund (created_at desc, id desc) where reason in ('late', 'surplus', 'underpaid')`);
    this.addSql(`
      create index refund_late_by_state on refund (${RETURN_STATE}, created_at desc, id desc)
      where reason in ('late', 'surplus', 'underpaid')`);
    // What was to go back until now becomes a task; the old table goes with a later release.
    this.addSql(`
      insert into refund (id, order_id, payment_id, reason, amount_cents, status, created_at, done_at, due_at, tries, failures)
      select gen_random_uuid(), order_id, payment_id, reason, amount_cents,
        case when refunded_at is null then 'requested' else 'done' end, created_at, refunded_at,
        case when refunded_at is null then now() end, 0, 0
      from late_payment`);
    this.addSql(
      'alter table payment_request add column refund_id uuid references refund deferrable initially deferred',
    );
  }
}

/** A seller's orders and items, newest first: both ids grow with time. */
class IndexSellersItems extends Migration {
  override up(): void {
    this.addSql('create index order_item_of_seller on order_item (seller_profile_id, id desc)');
    this.addSql('create index order_item_sellers_orders on order_item (seller_profile_id, order_id desc)');
  }
}

/** A webhook is kept as it came, so that one which cannot be applied now can be later. */
class KeepRawNotices extends Migration {
  override up(): void {
    this.addSql(`
      alter table payment_notice
        add column query text not null default '',
        add column raw_body bytea not null default '',
        add column parked_at timestamptz`);
    this.addSql('drop index payment_notice_unapplied');
    this.addSql(`
      create index payment_notice_unapplied on payment_notice (provider, provider_payment_id, id)
      where applied_at is null and parked_at is null`);
    this.addSql('create index payment_notice_parked on payment_notice (parked_at) where parked_at is not null');
  }
}

/** What an item is printed from; of those that were sold before nobody knows. */
class FreezePrints extends Migration {
  override up(): void {
    this.addSql('alter table order_item add print jsonb');
  }
}

/** Where traces are recorded: the one in which a payment was begun. */
class KeepOrderTraces extends Migration {
  override up(): void {
    this.addSql(`
      create table order_trace (
        order_id uuid primary key references customer_order (id),
        traceparent text not null,
        kept_at timestamptz not null
      )`);
    this.addSql('create index order_trace_kept on order_trace (kept_at)');
  }
}

/** What is paid at an address that takes several payments is closed; disputes are asked about until they end. */
class ClosePaidAddresses extends Migration {
  override up(): void {
    this.addSql('alter table payment add column closed_at timestamptz');
    this.addSql(`update payment set due_at = now() where status = 'disputed' and due_at is null`);
    this.addSql(`
      create table payment_sweep (
        provider text primary key,
        due_at timestamptz not null,
        swept_to timestamptz not null
      )`);
  }
}

/** How far the charges of a provider are looked through for money that went back. */
class SweepReturns extends Migration {
  override up(): void {
    this.addSql(`
      create table returns_sweep (
        provider text primary key,
        due_at timestamptz not null,
        made_to text,
        cursor text
      )`);
  }
}

const DAY = (row: string): string => `(${row}.created_at at time zone '${SAO_PAULO}')::date`;

/**
 * How many orders of each day are in which states. Whatever changes an order notes it beside the counts, in its transaction, so
 * that nobody waits for anybody; a job adds what was noted. Orders of before are counted once.
 */
class CountOrders extends Migration {
  override up(): void {
    const states = 'day, payment_status, fulfillment_status';
    this.addSql(`
      create table order_count (
        day date not null,
        payment_status text not null,
        fulfillment_status text not null,
        orders int not null,
        primary key (${states})
      )`);
    this.addSql(`
      create table order_count_change (
        id bigint generated always as identity primary key,
        day date not null,
        payment_status text not null,
        fulfillment_status text not null,
        orders int not null
      )`);
    this.addSql(`
      create function note_order_count() returns trigger language plpgsql as $$begin
        if tg_op = 'UPDATE' then
          insert into order_count_change (${states}, orders)
          values (${DAY('old')}, old.payment_status, old.fulfillment_status, -1);
        end if;
        insert into order_count_change (${states}, orders)
        values (${DAY('new')}, new.payment_status, new.fulfillment_status, 1);
        return null;
      end$$`);
    this.addSql(`
      create trigger count_new_order after insert on customer_order
      for each row execute function note_order_count()`);
    this.addSql(`
      create trigger count_changed_order after update of payment_status, fulfillment_status on customer_order
      for each row when ((old.payment_status, old.fulfillment_status) is distinct from (new.payment_status, new.fulfillment_status))
      execute function note_order_count()`);
    this.addSql(`
      insert into order_count (${states}, orders)
      select ${DAY('o')}, payment_status, fulfillment_status, count(*) from customer_order as o group by 1, 2, 3`);
  }
}

/** How far the statements of a provider are read for money that went back in parts. */
class SweepStatements extends Migration {
  override up(): void {
    this.addSql(`
      create table statement_sweep (
        provider text primary key,
        due_at timestamptz not null,
        day text not null,
        cursor text
      )`);
  }
}

/**
 * Orders that nobody pays: which those are, by an index; when some of them are ended next, by one row for all replicas; how a
 * payment is made, since a boleto is waited for longer. And when the last word of the provider was asked for.
 */
class EndUnpaidOrders extends Migration {
  override up(): void {
    this.addSql(`
      create index customer_order_unpaid on customer_order (created_at) where payment_status in ('pending', 'rejected')`);
    this.addSql('create table order_expiry (due_at timestamptz not null)');
    this.addSql('insert into order_expiry values (now())');
    this.addSql('alter table payment add column method text, add column read_at timestamptz');
    this.addSql('alter table gateway_customer add column told text');
  }
}

/**
 * What was really paid, orders that are being cancelled, and refunds as records: for what they are, why the provider rejected, and
 * what a person said who ended one by hand.
 */
class KeepRefundRecords extends Migration {
  override up(): void {
    this.addSql('alter table customer_order add column is_closing boolean not null default false');
    this.addSql('alter table payment add column paid_cents int');
    this.addSql(`
      alter table refund
        add column lines jsonb,
        add column refusal text,
        add column ended_by_hand text,
        add column note text`);
  }
}

/** For whoever follows what changes. */
class IndexOrderChanges extends Migration {
  override up(): void {
    this.addSql('create index customer_order_changed on customer_order (updated_at, id)');
  }
}

export const laterMigrations = [
  CreateRefunds,
  IndexSellersItems,
  KeepRawNotices,
  FreezePrints,
  KeepOrderTraces,
  ClosePaidAddresses,
  SweepReturns,
  CountOrders,
  SweepStatements,
  EndUnpaidOrders,
  KeepRefundRecords,
  IndexOrderChanges,
];
