import { Migration } from '@mikro-orm/migrations';

/** Transactions of the ledger in blocks, each with the hash of the one before, and what each account moved on each day (UTC). */
export default class LedgerBlocks extends Migration {
  override up(): void {
    this.addSql(`
      create table ledger_block (
        number bigint primary key,
        previous_hash bytea not null,
        hash bytea not null,
        transfers int not null,
        transaction_ids uuid[] not null,
        sealed_at timestamptz not null default now()
      )`);
    this.addSql(`
      create trigger append_only before update or delete or truncate on ledger_block
      for each statement execute function reject_ledger_change()`);
    this.addSql(`
      create table ledger_balance (
        day date not null,
        account text not null,
        debit_cents bigint not null,
        credit_cents bigint not null,
        primary key (day, account)
      )`);
  }
}
