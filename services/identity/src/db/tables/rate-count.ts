import { integer, key, text, timestamp } from '@estampa/kit/postgres/columns';
import { table } from '@estampa/kit/postgres/table';

/** How often something was tried in the current window of its bucket. */
export const rateCount = table('rate_count', {
  bucket: key(text),
  endsAt: timestamp,
  asked: integer,
});
