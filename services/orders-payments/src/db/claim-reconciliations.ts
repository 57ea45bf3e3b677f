import { selected } from '@estampa/kit/postgres/rows';
import type { Columns } from '@estampa/kit/postgres/columns';
import { type Statement, statement } from '@estampa/kit/postgres/statement';

/**
 * Claims the reconciliations of a table that are due at `$2`, of the providers `$1`, until `$3`, and gives the columns. That of a
 * provider who never had one is begun with `first`, values by the names of their columns, and claimed the next time.
 */
export const claimingReconciliations = <C extends Columns>(
  table: string,
  first: Readonly<Record<string, string>>,
  columns: C,
): Statement<C> =>
  statement(
    `with first as (
       insert into ${table} (provider, ${Object.keys(first).join(', ')})
       select name, ${Object.values(first).join(', ')} from unnest($1::text[]) as name
       where not exists (select from ${table} as known where known.provider = name) on conflict do nothing
     )
     update ${table} as r set due_at = $3 where r.provider = any($1::text[]) and r.due_at <= $2
     returning ${selected(columns, 'r')}`,
    columns,
  );
