import { type Asked, integer, moment, statement, text } from '@estampa/kit/statement';
import type { RateCount } from '../domain/rate-limits.ts';

/** Counts one more for each bucket, at once with all others who ask; a window that has ended begins anew. */
const COUNT = statement(
  `insert into rate_count as c (bucket, ends_at, asked)
   select bucket, ends_at, 1 from unnest($1::text[], $2::timestamptz[]) with ordinality as asking (bucket, ends_at, place)
   order by place
   on conflict (bucket) do update set
     asked = case when c.ends_at <= $3 then 1 else c.asked + 1 end,
     ends_at = case when c.ends_at <= $3 then excluded.ends_at else c.ends_at end
   returning bucket, ends_at as "endsAt", asked`,
  { bucket: text, endsAt: moment, asked: integer },
);

/** Buckets come in the order of their kinds, so that two who ask never wait for each other. */
export const countAsking = (asking: readonly { bucket: string; endsAt: Date }[], now: Date): Asked<RateCount> =>
  COUNT.with(
    asking.map(({ bucket }) => bucket),
    asking.map(({ endsAt }) => endsAt),
    now,
  );
