type Reconciliations = {
  /** What one begins with, by its columns: `$4` is for it. */
  first: Readonly<Record<string, string>>;
  shown: string;
};

/**
 * Takes the reconciliations of a table that are due at `$2`, of the providers `$1`, until `$3`. That of a provider who never had one
 * is begun, and taken by a later look.
 */
export const takingReconciliations = (table: string, { first, shown }: Reconciliations): string =>
  `with first as (
     insert into ${table} (provider, ${Object.keys(first).join(', ')})
     select name, ${Object.values(first).join(', ')} from unnest($1::text[]) as name
     where not exists (select from ${table} as known where known.provider = name) on conflict do nothing
   )
   update ${table} set due_at = $3 where provider = any($1::text[]) and due_at <= $2
   returning provider, ${shown}`;
