import { Migration } from '@mikro-orm/migrations';

/**
 * Months that finance has closed: nothing is posted into them any more. What still would be is posted at its real time, with the time that
 * it was meant to have. Whoever closes waits for all that is being posted, and all that comes then for the end of closing.
 */
export default class FinancePeriods extends Migration {
  override up(): void {
    this.addSql('alter table ledger_transfer add column occurred_at timestamptz');
    this.addSql(`
      create table finance_period (
        month date primary key constraint finance_period_month check (month = date_trunc('month', month)),
        begins_at timestamptz not null,
        ends_at timestamptz not null,
        moved jsonb not null,
        balances jsonb not null,
        block bigint not null,
        block_hash text not null,
        digest text not null,
        closed_at timestamptz not null,
        closed_by uuid not null
      )`);
    this.addSql(`
      create trigger append_only before update or delete or truncate on finance_period
      for each statement execute function reject_ledger_change()`);
    this.#guardPostings();
    this.#guardSums();
  }

  #guardPostings(): void {
    this.addSql(`
      create function wait_for_close() returns trigger language plpgsql as $$begin
        perform pg_advisory_xact_lock_shared(hashtextextended('ledger:period', 0));
        return null;
      end$$`);
    this.addSql(`
      create trigger wait_for_close before insert on ledger_transfer
      for each statement execute function wait_for_close()`);
    this.addSql(`
      create function post_into_open_period() returns trigger language plpgsql as $$
      declare open_from timestamptz;
      begin
        select max(ends_at) into open_from from finance_period;
        if new.posted_at < open_from then
          new.occurred_at := coalesce(new.occurred_at, new.posted_at);
          new.posted_at := greatest(open_from, date_trunc('milliseconds', statement_timestamp()));
        end if;
        return new;
      end$$`);
    this.addSql(`
      create trigger post_into_open_period before insert on ledger_transfer
      for each row execute function post_into_open_period()`);
  }

  #guardSums(): void {
    this.addSql(`
      create function reject_closed_sum() returns trigger language plpgsql as $$
      declare open_from date;
      begin
        select max(month) + interval '1 month' into open_from from finance_period;
        if new.day < open_from or old.day < open_from then
          raise exception 'sums of a closed month do not change' using errcode = 'restrict_violation';
        end if;
        return coalesce(new, old);
      end$$`);
    this.addSql(`
      create trigger reject_closed_sum before insert or update or delete on ledger_sum
      for each row execute function reject_closed_sum()`);
  }
}
