/** The statements that give a table another name, with the constraints and indexes that are called after it. */
export const renameTable = (from: string, to: string): string[] => [
  `alter table ${from} rename to ${to}`,
  `
  do $$
  declare named record;
  begin
    for named in select conname as name from pg_constraint
      where conrelid = '${to}'::regclass and starts_with(conname, '${from}_')
    loop
      execute format('alter table ${to} rename constraint %I to %I', named.name, '${to}' || substr(named.name, length('${from}') + 1));
    end loop;
    for named in select indexname as name from pg_indexes
      where schemaname = current_schema and tablename = '${to}' and starts_with(indexname, '${from}_')
    loop
      execute format('alter index %I rename to %I', named.name, '${to}' || substr(named.name, length('${from}') + 1));
    end loop;
  end $$`,
];
