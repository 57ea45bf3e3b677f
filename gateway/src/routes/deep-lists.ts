import { z } from 'zod';
import { listOf, pageQuery } from './schemas.ts';

const CURSOR_MAX_CHARACTERS = 200;
const BASE64URL = /^[\w-]*$/;

/** Of lists that grow with time. */
export const deepPageQuery = {
  ...pageQuery,
  cursor: z
    .string()
    .max(CURSOR_MAX_CHARACTERS)
    .regex(BASE64URL)
    .optional()
    .describe(
      'Continues after the page that gave it as `nextCursor`, at a cost that does not grow; `skip` counts from there',
    ),
};

/** `{ <plural>: [...], total, skip, limit, nextCursor }` */
export const deepListOf = <N extends string>(plural: N, item: z.ZodType) => {
  const { shape } = listOf(plural, item);
  return z.object({
    ...shape,
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null when this page is not full'),
  });
};
