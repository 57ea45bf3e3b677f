import { integer, text, timestamp } from '@estampa/kit/postgres/columns';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { RateCount } from '../domain/rate-limits.ts';

/** Counts those who ask for each bucket, at once with all others who ask; a window that has ended begins anew. */
const COUNT = statement(
  `insert into rate_count as c (bucket, ends_at, asked)
   select bucket, max(ends_at), count(*)
   from unnest(${listOf('$1::text[]')}, ${listOf('$2::timestamptz[]')}) as attempts (bucket, ends_at)
   group by bucket order by bucket
   on conflict (bucket) do update set
     asked = case when c.ends_at <= $3 then excluded.asked else c.asked + excluded.asked end,
     ends_at = case when c.ends_at <= $3 then excluded.ends_at else c.ends_at end
   returning bucket, ends_at as "endsAt", asked as requested`,
  { bucket: text, endsAt: timestamp, requested: integer },
);

/** One more for each time that a bucket is named. All take buckets in one order, so that two who ask never wait for each other. */
export const countAttempts = (attempts: readonly { bucket: string; endsAt: Date }[], now: Date): Query<RateCount> =>
  COUNT.with(
    attempts.map(({ bucket }) => bucket),
    attempts.map(({ endsAt }) => endsAt),
    now,
  );

const FORGIVE = statement(
  `with given as (select bucket, count(*)::int as times from unnest(${listOf('$1::text[]')}) as given (bucket) group by bucket),
   held as (select c.bucket from rate_count c join given using (bucket) order by c.bucket for update of c)
   update rate_count c set asked = greatest(0, c.asked - given.times) from held join given using (bucket) where c.bucket = held.bucket`,
  {},
);

/** One less for each time that a bucket is named. */
export const forgiveAttempts = (buckets: readonly string[]): Query<object> => FORGIVE.with(buckets);
