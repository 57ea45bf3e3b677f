import { z } from 'zod';

const LIMIT_MAX = 100;
const LIMIT_DEFAULT = 10;

const Page = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
});

/** The envelope of every Asaas list. */
export function listOf<T, V>(rows: readonly T[], query: unknown, view: (row: T) => V) {
  const { offset, limit } = Page.parse(query);
  return envelope(rows, { offset, limit, page: rows.slice(offset, offset + limit) }, view);
}

/** The same of rows that stand oldest first. */
export function newestFirst<T, V>(rows: readonly T[], query: unknown, view: (row: T) => V) {
  const { offset, limit } = Page.parse(query);
  const end = Math.max(rows.length - offset, 0);
  return envelope(rows, { offset, limit, page: rows.slice(Math.max(end - limit, 0), end).toReversed() }, view);
}

type Cut<T> = { offset: number; limit: number; page: readonly T[] };

function envelope<T, V>(rows: readonly T[], { offset, limit, page }: Cut<T>, view: (row: T) => V) {
  return {
    object: 'list',
    hasMore: offset + page.length < rows.length,
    totalCount: rows.length,
    limit,
    offset,
    data: page.map(view),
  };
}
