import { Migration } from '@mikro-orm/migrations';

/**
 * Runs, and one transfer for each of their batches. A transfer is stored before it is requested, its key is never another one, and what
 * ended does not go on: `done` is left only by money that came back.
 */
export default class PixTransfers extends Migration {
  override up(): void {
    this.addSql('alter table payout add column end_to_end_id text, add column receipt_url text');
    this.addSql(`
      create table payout_run (
        id uuid primary key,
        total_cents bigint not null,
        created_by text not null,
        created_at timestamptz not null,
        needs_two_approvers boolean not null,
        approved_by jsonb not null,
        started_at timestamptz,
        withdrawn_at timestamptz,
        scheduled_for text unique,
        constraint payout_run_ends_once check (started_at is null or withdrawn_at is null)
      )`);
    this.addSql(`
      create table pix_transfer (
        id uuid primary key,
        run_id uuid not null references payout_run (id),
        payout_id uuid not null unique references payout (id),
        seller_profile_id uuid not null,
        pix_key_id uuid not null references pix_key (id),
        amount_cents bigint not null constraint pix_transfer_positive check (amount_cents > 0),
        status text not null constraint pix_transfer_status
          check (status in ('intended', 'requested', 'accepted', 'done', 'failed', 'returned')),
        provider_id text unique,
        end_to_end_id text,
        receipt_url text,
        failure text,
        unexplained text,
        requested_at timestamptz,
        due_at timestamptz,
        tries int not null,
        created_at timestamptz not null,
        constraint pix_transfer_requested check (status in ('intended', 'failed') or requested_at is not null),
        constraint pix_transfer_seen check (status not in ('accepted', 'done', 'returned') or provider_id is not null)
      )`);
    this.addSql('create index pix_transfer_of_run on pix_transfer (run_id, id)');
    this.addSql('create index pix_transfer_due on pix_transfer (due_at) where due_at is not null');
    this.addSql(`
      create function guard_pix_transfer() returns trigger language plpgsql as $$begin
        if (new.id, new.run_id, new.payout_id, new.seller_profile_id, new.pix_key_id, new.created_at)
           is distinct from (old.id, old.run_id, old.payout_id, old.seller_profile_id, old.pix_key_id, old.created_at)
           or (old.provider_id is not null and new.provider_id is distinct from old.provider_id)
           or (old.status <> 'intended' and new.amount_cents <> old.amount_cents)
           or (old.status in ('failed', 'returned') and new.status <> old.status)
           or (old.status = 'done' and new.status not in ('done', 'returned')) then
          raise exception 'a Pix transfer that ended does not change' using errcode = 'restrict_violation';
        end if;
        return new;
      end$$`);
    this.addSql(
      'create trigger guard before update on pix_transfer for each row execute function guard_pix_transfer()',
    );
    this.addSql(`
      create trigger append_only before delete or truncate on pix_transfer
      for each statement execute function reject_ledger_change()`);
  }
}
