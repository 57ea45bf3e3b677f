import type { EntityManager } from '@mikro-orm/postgresql';
import { text } from '../postgres/columns.ts';
import { statement } from '../postgres/statement.ts';

type Leased = {
  table: string;
  /** The column that names a row, or several. */
  key?: string | readonly string[];
  /** The column that says when a row is due; null there: never. */
  due?: string;
  /** Columns that change with the end of a lease. */
  also?: readonly string[];
};

/** The lease of a row: its key, and the time until which it is leased. */
export type Lease = { key: string | number | readonly string[]; until: Date };

/**
 * Ends leases of rows that replicas share, where the due time of a row is the lease as well: leasing a row moves its
 * due time to the end of the lease. So the due time distinguishes one owner from the next, whose lease ends later, and
 * from a caller that makes the row due sooner; an owner can end only its own lease. Times are in whole milliseconds.
 *
 * Returns a function that sets the next due time of a row and the other columns; when the lease is lost it returns
 * false and changes nothing.
 */
export function endingLeases<const Also extends readonly string[] = []>({
  table,
  key = 'id',
  due = 'due_at',
  also,
}: Leased & { also?: Also }) {
  const condition = [key, due].flat();
  const where = condition.map((column, place) => `${column} = $${place + 1}`).join(' and ');
  const set = [due, ...(also ?? [])].map((column, place) => `${column} = $${condition.length + place + 1}`).join(', ');
  const END = statement(`update ${table} set ${set} where ${where} returning ${condition[0]}::text as "key"`, {
    key: text,
  });
  return async (
    em: EntityManager,
    lease: Lease,
    dueAt: Date | null,
    ...values: { [K in keyof Also]: unknown }
  ): Promise<boolean> => Boolean(await END.first(em, [lease.key, lease.until, dueAt, values].flat()));
}
