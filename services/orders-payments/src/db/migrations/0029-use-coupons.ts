import { Migration } from '@mikro-orm/migrations';

/**
 * Uses of coupons, each of one buyer and one order. An order takes one as it is stored, and gives it back when it ends unpaid, whoever
 * ends it. Both take the lock of the coupon first.
 */
export default class UseCoupons extends Migration {
  override up(): void {
    this.addSql('alter table customer_order add column coupon jsonb');
    this.addSql('alter table order_item add column discount_cents int not null default 0');
    this.addSql(`
      create table coupon_use (
        coupon_id uuid not null references coupon,
        user_id uuid not null,
        order_id uuid not null constraint coupon_use_of_order unique
          constraint coupon_use_order references customer_order deferrable initially deferred,
        primary key (coupon_id, user_id)
      )`);
    this.addSql(`
      create function use_coupon(placed customer_order) returns boolean language plpgsql as $$
      declare wanted uuid := (placed.coupon ->> 'id')::uuid;
      begin
        perform from coupon where id = wanted and is_active and (max_uses is null or uses < max_uses)
          and (ends_at is null or ends_at > placed.created_at) for update;
        if not found then return false; end if;
        insert into coupon_use (coupon_id, user_id, order_id) values (wanted, placed.user_id, placed.id)
          on conflict (coupon_id, user_id) do nothing;
        if not found then return false; end if;
        update coupon set uses = uses + 1 where id = wanted;
        return true;
      end$$`);
    this.addSql(`
      create function give_back_coupon() returns trigger language plpgsql as $$begin
        update coupon set uses = uses - 1 where id = (select coupon_id from coupon_use where order_id = new.id);
        delete from coupon_use where order_id = new.id;
        return null;
      end$$`);
    this.addSql(`
      create trigger give_back_coupon after update on customer_order for each row
      when (new.coupon is not null and new.payment_status = 'cancelled' and old.payment_status <> 'cancelled')
      execute function give_back_coupon()`);
  }
}
