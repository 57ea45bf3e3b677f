import { Migration } from '@mikro-orm/migrations';

/** What was posted, by business day, and that by seller and by product type; a job adds sealed blocks, from the first one on. */
export default class LedgerSums extends Migration {
  override up(): void {
    this.addSql(`
      create table ledger_sum (
        grain text not null constraint ledger_sum_grain check (grain in ('day', 'seller', 'type')),
        day date not null,
        subject text collate "C" not null,
        kind text not null,
        debit text not null,
        credit text not null,
        amount_cents bigint not null,
        primary key (grain, day, subject, kind, debit, credit)
      )`);
    this.addSql(`
      create table ledger_summed (
        is_the_one boolean primary key default true check (is_the_one),
        block bigint not null
      )`);
    this.addSql('insert into ledger_summed (block) values (0)');
  }
}
