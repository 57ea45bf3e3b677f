import { Migration } from '@mikro-orm/migrations';

/** Younger entries cannot be deleted by anybody who does not first change the table itself. */
export const AUDIT_RETENTION_DAYS_MIN = 365;

/** Who did what. The database itself rejects to change an entry, and to delete one within its first year. */
export class AuditMigration extends Migration {
  override up(): void {
    this.addSql(`
      create table audit (
        id uuid primary key,
        occurred_at timestamptz(3) not null,
        actor_id text,
        actor_role text not null check (actor_role in ('admin', 'seller', 'customer', 'service', 'anonymous')),
        action text not null,
        subject text not null,
        request_id text not null,
        changes jsonb not null
      )`);
    this.addSql('create index audit_newest on audit (occurred_at desc, id desc)');
    this.addSql('create index audit_by_actor on audit (actor_id, occurred_at desc, id desc)');
    this.addSql('create index audit_by_subject on audit (subject, occurred_at desc, id desc)');
    this.addSql(`
      create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and old.occurred_at < now() - interval '${AUDIT_RETENTION_DAYS_MIN} days' then
          return old;
        end if;
        raise exception 'audit is append-only' using errcode = 'insufficient_privilege';
      end $$`);
    this.addSql(`
      create trigger audit_is_append_only before update or delete on audit
      for each row execute function refuse_audit_change()`);
    this.addSql(`
      create trigger audit_is_not_emptied before truncate on audit
      for each statement execute function refuse_audit_change()`);
  }
}

/** Without it a filter by action alone would read years of entries. */
export class AuditByActionMigration extends Migration {
  override up(): void {
    this.addSql('create index audit_by_action on audit (action, occurred_at desc, id desc)');
  }
}
