import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { RateCount } from '../domain/rate-limits.ts';
import { rateCount } from './tables/rate-count.ts';

type Attempt = { bucket: string; endsAt: Date };

/** Queries to be pipelined with others. All lock buckets in one order, so that two calls never wait for each other. */
export const rateCounts = {
  /** One more for each time that a bucket is named; a window that has ended begins anew. */
  add: (attempts: readonly Attempt[], now: Date): Query<RateCount> =>
    ADD.with(
      attempts.map(({ bucket }) => bucket),
      attempts.map(({ endsAt }) => endsAt),
      now,
    ),

  /** One less for each time that a bucket is named. */
  subtract: (buckets: readonly string[]): Query<object> => SUBTRACT.with(buckets),
};

const { bucket, endsAt, asked: requested } = rateCount.columns;

const ADD = statement(
  `insert into rate_count as c (bucket, ends_at, asked)
   select bucket, max(ends_at), count(*)
   from unnest(${listOf('$1::text[]')}, ${listOf('$2::timestamptz[]')}) as attempts (bucket, ends_at)
   group by bucket order by bucket
   on conflict (bucket) do update set
     asked = case when c.ends_at <= $3 then excluded.asked else c.asked + excluded.asked end,
     ends_at = case when c.ends_at <= $3 then excluded.ends_at else c.ends_at end
   returning bucket, ends_at as "endsAt", asked as requested`,
  { bucket, endsAt, requested },
);

const SUBTRACT = statement(
  `with given as (select bucket, count(*)::int as times from unnest(${listOf('$1::text[]')}) as given (bucket) group by bucket),
   locked as (select c.bucket from rate_count c join given using (bucket) order by c.bucket for update of c)
   update rate_count c set asked = greatest(0, c.asked - given.times) from locked join given using (bucket) where c.bucket = locked.bucket`,
  {},
);
