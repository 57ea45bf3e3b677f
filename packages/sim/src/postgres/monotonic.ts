/**
 * Notes what goes back and never may: the version of a record, and the instant at which a payment was read that is shown now. Seen by
 * triggers in the transaction that does it, since days later something else may have mended it.
 */
export const MONOTONIC = `
  create table sim.went_back (what text not null);
  grant select on sim.went_back to public;
  create function sim.note_going_back() returns trigger language plpgsql security definer as
    $$ begin insert into sim.went_back values (format('%s of a %s', tg_argv[0], tg_table_name)); return null; end $$;
  do $$ declare one record; begin
    for one in
      select c.relname as name, a.attname as attribute,
        case when a.attname = 'read_at' then 'and new.provider_payment_id = old.provider_payment_id' else '' end as same
      from pg_attribute as a join pg_class as c on c.oid = a.attrelid
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and (a.attname ~ '(^|_)version$' and a.atttypid = 'int4'::regtype or c.relname = 'payment' and a.attname = 'read_at')
    loop
      execute format('create trigger %I after update on %I for each row when (new.%I < old.%I %s)
        execute function sim.note_going_back(%L)', 'monotonic_' || one.attribute, one.name, one.attribute, one.attribute, one.same,
        one.attribute);
    end loop;
  end $$`;

export const WENT_BACK = 'select what from sim.went_back';
export const FORGET_WENT_BACK = 'delete from sim.went_back';
