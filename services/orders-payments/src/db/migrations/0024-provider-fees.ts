import { Migration } from '@mikro-orm/migrations';

/** What a provider kept of a charge, as the payment shows it: null until one says so, and of payments of before. It is a movement too. */
export default class ProviderFees extends Migration {
  override up(): void {
    this.addSql('alter table payment add column fee_cents int');
    this.addSql('alter table provider_movement drop constraint provider_movement_kind');
    this.addSql(`
      alter table provider_movement
        add constraint provider_movement_kind check (kind in ('charge', 'refund', 'dispute', 'fee'))`);
    this.#see();
  }

  #see(): void {
    this.addSql(`
      create or replace function see_provider_movements() returns trigger language plpgsql as $$
      declare paid bigint := case when new.paid_at is null then 0 else coalesce(new.paid_cents, new.amount_cents) end;
      begin
        with present (kind, cents) as (
          values ('charge', greatest(paid, new.refunded_cents)), ('refund', new.refunded_cents),
            ('dispute', case when new.status = 'disputed' then greatest(paid - new.refunded_cents, 0) else 0 end),
            ('fee', case when paid > 0 then coalesce(new.fee_cents, 0) else 0 end)
        ), added as (
          insert into provider_movement (order_id, payment_id, provider, provider_payment_id, kind, amount_cents)
          select new.order_id, new.id, new.provider, new.provider_payment_id, kind, cents - coalesce(known.sum, 0)
          from present left join (
            select m.kind, sum(m.amount_cents) as sum from provider_movement m where m.payment_id = new.id group by m.kind
          ) as known using (kind)
          where cents <> coalesce(known.sum, 0)
          returning id, seen_at
        )
        insert into unmatched_movement (movement_id, seen_at) select id, seen_at from added;
        return null;
      end$$`);
    this.addSql('drop trigger see_movements_of_update on payment');
    this.addSql(`
      create trigger see_movements_of_update after update on payment for each row
      when (new.provider_payment_id is not null and
        (new.paid_at, new.paid_cents, new.refunded_cents, new.status, new.provider_payment_id, new.fee_cents)
          is distinct from (old.paid_at, old.paid_cents, old.refunded_cents, old.status, old.provider_payment_id, old.fee_cents))
      execute function see_provider_movements()`);
  }
}
