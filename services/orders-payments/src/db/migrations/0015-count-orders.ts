import { SAO_PAULO } from '@estampa/kernel/days';
import { Migration } from '@mikro-orm/migrations';

const DAY = (row: string): string => `(${row}.created_at at time zone '${SAO_PAULO}')::date`;

/**
 * The number of orders by day and status. A trigger notes each change in a second table, in the transaction of the change and
 * without locks on the counts; a job adds the notes. Existing orders are counted once.
 */
export default class CountOrders extends Migration {
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
