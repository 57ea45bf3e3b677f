import { Migration } from '@mikro-orm/migrations';

const KEY = 'seller_profile_id, status, is_paid';
const VALUES = 'items, cents';
const STATE = (row: string): string => `${row}.seller_profile_id, ${row}.status, ${row}.paid_at is not null as is_paid`;
/** Stands for all sellers. */
const ALL = `'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * How many items each seller has where, and what they are worth. Triggers note what a statement changes in a second table, without
 * locks on the sums; a job adds the notes. Existing items are added once.
 */
export default class SumPayoutItems extends Migration {
  override up(): void {
    const columns = `
      seller_profile_id uuid not null,
      status text not null,
      is_paid boolean not null,
      items bigint not null,
      cents bigint not null`;
    this.addSql(`create table payout_sum (${columns}, primary key (${KEY}))`);
    this.addSql(`create table payout_sum_change (id bigint generated always as identity primary key, ${columns})`);
    const [added, removed] = [
      `select ${STATE('n')}, 1 as items, n.amount_cents as cents from added as n`,
      `select ${STATE('o')}, -1 as items, -o.amount_cents as cents from removed as o`,
    ];
    this.#note('insert', 'new table as added', added);
    this.#note('delete', 'old table as removed', removed);
    this.#note('update', 'old table as removed new table as added', `${added} union all ${removed}`);
    this.addSql(`
      insert into payout_sum (${KEY}, ${VALUES})
      select coalesce(seller_profile_id, ${ALL}), status, is_paid, count(*), sum(amount_cents)
      from (select ${STATE('i')}, i.amount_cents from payout_item as i) as of_item
      group by grouping sets ((seller_profile_id, status, is_paid), (status, is_paid))`);
  }

  #note(event: string, tables: string, changed: string): void {
    this.addSql(`
      create function note_payout_sum_${event}() returns trigger language plpgsql as $$begin
        insert into payout_sum_change (${KEY}, ${VALUES})
        select ${KEY}, sum(items), sum(cents) from (${changed}) as changed
        group by ${KEY} having sum(items) <> 0 or sum(cents) <> 0;
        return null;
      end$$`);
    this.addSql(`
      create trigger note_payout_sum_${event} after ${event} on payout_item referencing ${tables}
      for each statement execute function note_payout_sum_${event}()`);
  }
}
