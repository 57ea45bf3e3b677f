import { Migration } from '@mikro-orm/migrations';
import { RETURN_STATE } from '../return-state.ts';

/** Refunds: those that admins request, and money that came too late, twice or too little. */
export default class CreateRefunds extends Migration {
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
    // Converts outstanding refunds into tasks; a later release drops the old table.
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
