import { Migration } from '@mikro-orm/migrations';

/** Disputes of payments, from the moment in which they were seen: a trigger follows every path that saves a payment. */
export default class PaymentDisputes extends Migration {
  override up(): void {
    this.addSql(`
      create table payment_dispute (
        id uuid primary key default gen_random_uuid(),
        order_id uuid not null,
        payment_id uuid not null,
        provider text not null,
        provider_payment_id text not null,
        amount_cents bigint not null,
        opened_at timestamptz(3) not null default now(),
        ended_at timestamptz(3),
        outcome text constraint payment_dispute_outcome check (outcome in ('won', 'lost', 'other')),
        reason text,
        respond_by date,
        responded_at timestamptz(3),
        responded_by uuid,
        note text,
        constraint payment_dispute_ended check ((ended_at is null) = (outcome is null)),
        constraint payment_dispute_responded check ((responded_at is null) = (responded_by is null))
      )`);
    this.addSql('create unique index payment_dispute_open on payment_dispute (payment_id) where ended_at is null');
    this.addSql('create index payment_dispute_opened on payment_dispute (opened_at, id)');
    this.#follow();
  }

  /** A dispute that ends without the money going back was won; one that ends in neither was undone. */
  #follow(): void {
    this.addSql(`
      create function follow_dispute() returns trigger language plpgsql as $$begin
        if new.status = 'disputed' then
          insert into payment_dispute (order_id, payment_id, provider, provider_payment_id, amount_cents)
          values (new.order_id, new.id, new.provider, new.provider_payment_id,
            coalesce(new.paid_cents, new.amount_cents) - new.refunded_cents)
          on conflict (payment_id) where ended_at is null do nothing;
        else
          update payment_dispute set ended_at = now(), outcome = case
            when new.status = 'refunded' then 'lost'
            when new.status in ('approved', 'partially_refunded') then 'won' else 'other' end
          where payment_id = new.id and ended_at is null;
        end if;
        return null;
      end$$`);
    this.addSql(`
      create trigger follow_dispute_of_insert after insert on payment for each row
      when (new.status = 'disputed' and new.provider_payment_id is not null) execute function follow_dispute()`);
    this.addSql(`
      create trigger follow_dispute_of_update after update on payment for each row
      when ((new.status = 'disputed') <> (old.status = 'disputed') and new.provider_payment_id is not null)
      execute function follow_dispute()`);
  }
}
