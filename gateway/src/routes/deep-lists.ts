import { PASSED_MAX } from '@estampa/kernel/page';
import { z } from 'zod';
import { listOf, pageQuery } from './schemas.ts';

const CURSOR_MAX_CHARACTERS = 200;
const BASE64URL = /^[\w-]*$/;

const Cursor = z
  .string()
  .max(CURSOR_MAX_CHARACTERS)
  .regex(BASE64URL)
  .meta({ id: 'Cursor', description: 'As a page gave it as `nextCursor`' });

/** Of lists that grow with time. */
export const deepPageQuery = {
  ...pageQuery,
  skip: pageQuery.skip.describe(
    `Passes over at most ${PASSED_MAX.toLocaleString('en')} entries, unless states and full days of orders are the only filters: what lies deeper comes after a \`cursor\``,
  ),
  cursor: Cursor.optional().describe(
    'Continues after the page that gave it as `nextCursor`, at a cost that does not grow; `skip` counts from there',
  ),
};

/** The part of a list that is requested. */
export type Window = { skip: number; limit: number; cursor?: string | undefined };
type Found = { total: number; nextCursor?: string | undefined };

/** What a response says of its page, beside what is on it. */
export const pageView = ({ total, nextCursor }: Found, { skip, limit }: Window) => ({
  total,
  skip,
  limit,
  nextCursor: nextCursor ?? null,
});

/** `{ <plural>: [...], total, skip, limit, nextCursor }` */
export const deepListOf = <N extends string>(plural: N, item: z.ZodType) => {
  const { shape } = listOf(plural, item);
  return z.object({
    ...shape,
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null when this page is not full'),
  });
};
