import { Migration } from '@mikro-orm/migrations';

const ACCOUNTS = `'clearing', 'platform_fee', 'production_cost', 'freight', 'platform_margin', 'artist_earnings', 'refunds',
  'returns', 'provider_fees', 'payouts'`;
const KINDS = `'order_approved', 'refunded', 'item_returned', 'earning_forfeited', 'payout_paid'`;

/**
 * Double-entry transfers, which nobody changes: not the service, not a statement that was injected into it. Each transaction is noted
 * until it is sealed and in the balances. Orders of before are posted by a job; without any there is nothing for it to do.
 */
export default class LedgerTransfers extends Migration {
  override up(): void {
    this.addSql(`
      create table ledger_transfer (
        transaction_id uuid not null,
        line int not null,
        kind text not null constraint ledger_transfer_kind check (kind in (${KINDS})),
        debit text not null constraint ledger_transfer_debit check (debit in (${ACCOUNTS})),
        credit text not null constraint ledger_transfer_credit check (credit in (${ACCOUNTS})),
        amount_cents bigint not null,
        seller_profile_id uuid,
        order_id uuid not null,
        order_item_id uuid,
        payout_id uuid,
        posted_at timestamptz not null,
        primary key (transaction_id, line),
        constraint ledger_transfer_in_milliseconds check (posted_at = date_trunc('milliseconds', posted_at)),
        constraint ledger_transfer_moves check (debit <> credit),
        constraint ledger_transfer_positive check (amount_cents > 0),
        constraint ledger_transfer_of_seller check (seller_profile_id is not null or 'artist_earnings' not in (debit, credit)),
        constraint ledger_transfer_of_payout check ((payout_id is not null) = ('payouts' in (debit, credit)))
      )`);
    this.addSql('create index ledger_transfer_of_order on ledger_transfer (order_id)');
    // Without it rows are summarized when a fifth of the table is new, and until then each search reads all of those.
    this.addSql(
      'create index ledger_transfer_posted on ledger_transfer using brin (posted_at) with (autosummarize = on)',
    );
    this.addSql(`
      create function reject_ledger_change() returns trigger language plpgsql as $$begin
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end$$`);
    this.addSql(`
      create trigger append_only before update or delete or truncate on ledger_transfer
      for each statement execute function reject_ledger_change()`);
    this.#note();
    this.addSql(`
      create table ledger_backfill (
        is_the_one boolean primary key default true check (is_the_one),
        pass int not null,
        after_id uuid not null,
        due_at timestamptz
      )`);
    this.addSql(`
      insert into ledger_backfill (pass, after_id, due_at)
      select 1, '00000000-0000-0000-0000-000000000000', case when exists (select from sold_item) then now() end`);
    this.addSql(`
      alter table sold_item
        add column order_total_cents int, add column order_refunded_cents int, add column totals_version int`);
  }

  #note(): void {
    this.addSql('create table ledger_unsealed (transaction_id uuid primary key)');
    this.addSql(`
      create function note_ledger_transaction() returns trigger language plpgsql as $$begin
        insert into ledger_unsealed (transaction_id) select distinct transaction_id from added;
        return null;
      end$$`);
    this.addSql(`
      create trigger note_ledger_transaction after insert on ledger_transfer referencing new table as added
      for each statement execute function note_ledger_transaction()`);
  }
}
