import { Migration } from '@mikro-orm/migrations';
import { ApartMigration } from '../postgres/apart-migration.ts';
import { renameTable } from '../postgres/rename-table.ts';

/** What the outbox was before it had partitions, and its first one. */
const FIRST = 'outbox_first';
/** Ids of later partitions are microseconds since 1970; this many are the year 2001, which no counted row ever reaches. */
const COUNTED_BELOW = 10 ** 15;
export const PARTITIONS_LOCK = 7_301_006;
/** Set in a transaction whose process wakes the relay itself. */
export const QUIET = 'estampa.quiet';

/** So that the table can become a partition without being read while nobody may write. */
export class BoundOutboxMigration extends Migration {
  override up(): void {
    this.addSql(`alter table outbox add constraint outbox_counted check (id < ${COUNTED_BELOW}) not valid`);
  }
}

/** Reads all of it, beside reads and writes. */
export class ValidateOutboxMigration extends ApartMigration {
  static override readonly statements = ['alter table outbox validate constraint outbox_counted'];
}

/**
 * The outbox is divided by ids, and a job makes ids a matter of time: at the beginning of each period it sets them forward to its
 * instant. So one column alone is unique, ordered and says in which partition a row is, and a job that is late only makes a
 * partition longer.
 *
 * Whoever serves owns no table, so functions of the owner do what that takes, and nothing else.
 */
export class PartitionOutboxMigration extends Migration {
  override up(): void {
    this.addSql('drop trigger outbox_wakes_relay on outbox');
    for (const sql of renameTable('outbox', FIRST)) this.addSql(sql);
    this.addSql(`
      do $$
      declare reached bigint := nextval(pg_get_serial_sequence('${FIRST}', 'id'));
      begin
        alter table ${FIRST} alter id drop identity;
        create table outbox (like ${FIRST}) partition by range (id);
        alter table outbox alter id add generated always as identity, add primary key (id);
        execute format('alter table outbox alter id restart with %s', reached);
      end $$`);
    this.addSql('create index outbox_unsent on outbox (id) where sent_at is null and refused_at is null');
    this.addSql('create index outbox_sent_at on outbox (sent_at) where sent_at is not null');
    this.addSql('create index outbox_refused on outbox (id) where refused_at is not null');
    this.addSql(`alter table outbox attach partition ${FIRST} for values from (minvalue) to (${COUNTED_BELOW})`);
    this.addSql(`
      create trigger outbox_wakes_relay after insert on outbox for each statement
      when (current_setting('${QUIET}', true) is distinct from 'on') execute function wake_outbox_relay()`);
    // The version before deletes by where rows lie (ctid), which says nothing where each partition counts anew.
    this.addSql('create rule outbox_is_dropped_by_partition as on delete to outbox do instead nothing');
    for (const sql of FUNCTIONS) this.addSql(sql);
  }
}

/** With the schema of the present migration in their path, and temporary tables, which anybody can make, behind it. */
const owned = (header: string, body: string): string => `
  do $make$
  begin
    execute format($function$
      create function ${header} language plpgsql security definer set search_path = %I, pg_catalog, pg_temp
      as $body$${body}$body$ $function$, current_schema);
  end $make$`;

/** `%` is doubled, as all of it goes through `format`. */
const FUNCTIONS = [
  owned(
    'add_outbox_partition(first bigint, beyond bigint) returns void',
    `
begin
  execute format('create table outbox_%%s (like outbox including all excluding identity) with (autovacuum_vacuum_scale_factor = 0.05)',
    to_char(to_timestamp(first / 1000000) at time zone 'UTC', 'YYYYMMDD_HH24MISS'));
  -- Not "create table ... partition of", for which nobody could write meanwhile.
  execute format('alter table outbox attach partition outbox_%%s for values from (%%s) to (%%s)',
    to_char(to_timestamp(first / 1000000) at time zone 'UTC', 'YYYYMMDD_HH24MISS'), first, beyond);
end `,
  ),
  owned(
    'begin_outbox_partition(first bigint) returns void',
    `
declare ids regclass := pg_get_serial_sequence('outbox', 'id');
begin
  perform pg_advisory_xact_lock(${PARTITIONS_LOCK});
  -- Only forward, and only to where rows can be.
  if coalesce(pg_sequence_last_value(ids), 0) < first and exists (
    select from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'outbox'::regclass and starts_with(pg_get_expr(relpartbound, oid), format('FOR VALUES FROM (%%L)', first))
  ) then
    perform setval(ids, first);
  end if;
end `,
  ),
  owned(
    'drop_outbox_partition(name text, sent_before timestamptz) returns boolean',
    `
declare
  one regclass;
  is_used boolean;
  is_locked boolean := false;
begin
  if not pg_try_advisory_xact_lock(${PARTITIONS_LOCK}) then
    return null;
  end if;
  select oid into one from pg_inherits join pg_class on oid = inhrelid
  where inhparent = 'outbox'::regclass and relname = name and pg_sequence_last_value(pg_get_serial_sequence('outbox', 'id')::regclass)
    >= (regexp_match(pg_get_expr(relpartbound, oid), 'TO \\(''(\\d+)''\\)'))[1]::bigint;
  if one is null then
    return null;
  end if;
  loop
    execute format('select exists (select from %%1$s where sent_at is null and refused_at is null) or '
      'exists (select from %%1$s where refused_at is not null) or exists (select from %%1$s where sent_at >= $1)', one)
      into is_used using sent_before;
    exit when is_used or is_locked;
    -- The table before its partition, as everybody does; and a vacuum of the partition is not waited for while others wait for the table.
    lock table only outbox in access exclusive mode;
    execute format('lock table only %%s in access exclusive mode nowait', one);
    is_locked := true;
  end loop;
  if not is_used then
    execute format('drop table %%s', one);
  end if;
  return not is_used;
end `,
  ),
];
