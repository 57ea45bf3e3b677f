import { Migration } from '@mikro-orm/migrations';

/**
 * Pix keys of sellers, present and past. A key is never another one later: a row only ends, and only erasing an account takes the key
 * out of it. So what was decided by a row stays true, and who set which key when can be read for good.
 */
export default class PixKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table pix_key (
        id uuid primary key,
        seller_profile_id uuid not null,
        kind text not null constraint pix_key_kind check (kind in ('phone', 'cpf', 'cnpj', 'email', 'random')),
        key text,
        set_by uuid not null,
        set_at timestamptz not null,
        usable_from timestamptz not null,
        ended_at timestamptz,
        constraint pix_key_cools check (usable_from > set_at),
        constraint pix_key_erased check (key is not null or ended_at is not null)
      )`);
    this.addSql('create unique index pix_key_of_seller on pix_key (seller_profile_id) where ended_at is null');
    this.addSql('create index pix_key_of_user on pix_key (set_by)');
    this.addSql(`
      create function guard_pix_key() returns trigger language plpgsql as $$begin
        if (new.id, new.seller_profile_id, new.kind, new.set_by, new.set_at, new.usable_from)
           is distinct from (old.id, old.seller_profile_id, old.kind, old.set_by, old.set_at, old.usable_from)
           or (new.key is not null and new.key is distinct from old.key)
           or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
          raise exception 'a Pix key only ends, or is erased' using errcode = 'restrict_violation';
        end if;
        return new;
      end$$`);
    this.addSql('create trigger guard before update on pix_key for each row execute function guard_pix_key()');
    this.addSql(`
      create trigger append_only before delete or truncate on pix_key
      for each statement execute function reject_ledger_change()`);
  }
}
