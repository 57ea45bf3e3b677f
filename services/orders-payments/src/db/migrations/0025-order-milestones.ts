import { Migration } from '@mikro-orm/migrations';

/**
 * What buyers are told of an order, as it happened: it was paid, it left, money went back. A trigger notes each once, with the change
 * that made it; of what happened before nobody is told.
 */
export default class OrderMilestones extends Migration {
  override up(): void {
    this.addSql(`
      create table order_milestone (
        id uuid primary key default gen_random_uuid(),
        order_id uuid not null,
        kind text not null constraint order_milestone_kind check (kind in ('approved', 'shipped', 'refunded')),
        refunded_cents int not null,
        amount_cents int not null,
        reached_at timestamptz(3) not null default now(),
        email_due_at timestamptz(3) default now(),
        email_tries int not null default 0,
        constraint order_milestone_once unique (order_id, kind, refunded_cents)
      )`);
    this.addSql('create index order_milestone_due on order_milestone (email_due_at) where email_due_at is not null');
    this.addSql('create index order_milestone_reached on order_milestone (reached_at)');
    this.addSql(`
      create function note_order_milestones() returns trigger language plpgsql as $$begin
        insert into order_milestone (order_id, kind, refunded_cents, amount_cents)
        select new.id, kind, refunded, cents
        from (values
          ('approved', 0, new.total_cents, old.paid_at is null and new.paid_at is not null),
          ('shipped', 0, 0, old.shipped_at is null and new.shipped_at is not null),
          ('refunded', new.total_refunded_cents, new.total_refunded_cents - old.total_refunded_cents,
            new.total_refunded_cents > old.total_refunded_cents)
        ) as milestone (kind, refunded, cents, is_reached)
        where is_reached on conflict do nothing;
        return null;
      end$$`);
    this.addSql(`
      create trigger note_milestones after update on customer_order for each row
      when ((new.paid_at, new.shipped_at, new.total_refunded_cents)
        is distinct from (old.paid_at, old.shipped_at, old.total_refunded_cents))
      execute function note_order_milestones()`);
  }
}
