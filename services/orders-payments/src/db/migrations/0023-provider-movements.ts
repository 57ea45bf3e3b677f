import { Migration } from '@mikro-orm/migrations';

/**
 * What moved at providers, as it was seen: of each payment what a save adds to all that was recorded of it, so rows of an earlier version
 * are completed by their next change. Rows are added alone. What is not matched with the ledger yet is noted.
 */
export default class ProviderMovements extends Migration {
  override up(): void {
    this.addSql(`
      create table provider_movement (
        id uuid primary key default gen_random_uuid(),
        order_id uuid not null,
        payment_id uuid not null,
        provider text not null,
        provider_payment_id text not null,
        kind text not null constraint provider_movement_kind check (kind in ('charge', 'refund', 'dispute')),
        amount_cents bigint not null constraint provider_movement_moves check (amount_cents <> 0),
        seen_at timestamptz(3) not null default now()
      )`);
    this.addSql('create index provider_movement_of_order on provider_movement (order_id)');
    this.addSql('create index provider_movement_of_payment on provider_movement (payment_id)');
    this.addSql(`
      create table movement_match (
        movement_id uuid primary key references provider_movement,
        matched_by text not null constraint movement_match_by check (matched_by in ('posting', 'return', 'hold')),
        transaction_id uuid,
        matched_at timestamptz(3) not null default now(),
        constraint movement_match_with check ((transaction_id is not null) = (matched_by = 'posting'))
      )`);
    this.addSql(`
      create table unmatched_movement (
        movement_id uuid primary key,
        seen_at timestamptz(3) not null,
        due_at timestamptz(3) not null default now()
      )`);
    this.addSql('create index unmatched_movement_due on unmatched_movement (due_at)');
    this.#addRowsOnly();
    this.#see();
  }

  #addRowsOnly(): void {
    this.addSql(`
      create function reject_movement_change() returns trigger language plpgsql as $$begin
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end$$`);
    for (const table of ['provider_movement', 'movement_match'])
      this.addSql(`
        create trigger append_only before update or delete or truncate on ${table}
        for each statement execute function reject_movement_change()`);
  }

  /** Money that came is what was paid, or at least what went back of it; what is contested is what is left of it. */
  #see(): void {
    this.addSql(`
      create function see_provider_movements() returns trigger language plpgsql as $$
      declare paid bigint := case when new.paid_at is null then 0 else coalesce(new.paid_cents, new.amount_cents) end;
      begin
        with present (kind, cents) as (
          values ('charge', greatest(paid, new.refunded_cents)), ('refund', new.refunded_cents),
            ('dispute', case when new.status = 'disputed' then greatest(paid - new.refunded_cents, 0) else 0 end)
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
    const see = (event: string, condition: string) =>
      this.addSql(`
        create trigger see_movements_of_${event} after ${event} on payment for each row
        when (new.provider_payment_id is not null and ${condition}) execute function see_provider_movements()`);
    see('insert', '(new.paid_at is not null or new.refunded_cents > 0)');
    see(
      'update',
      `(new.paid_at, new.paid_cents, new.refunded_cents, new.status, new.provider_payment_id)
         is distinct from (old.paid_at, old.paid_cents, old.refunded_cents, old.status, old.provider_payment_id)`,
    );
  }
}
