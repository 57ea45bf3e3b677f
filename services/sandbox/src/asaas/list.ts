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
  const page = rows.slice(offset, offset + limit);
  return {
    object: 'list',
    hasMore: offset + page.length < rows.length,
    totalCount: rows.length,
    limit,
    offset,
    data: page.map(view),
  };
}
