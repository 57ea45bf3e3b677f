import { bigint, float, integer, nullable, oneOf, text, timestamp, uuid } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

type Seen = { providerId: string; reference: string | null; amountCents: number };

const LISTED_MAX = 100;
/** So long a transfer of which the provider knows more is polled; one that stays unmatched then is for a person. */
const POLLED_FOR = '10 minutes';

/** Transfers that left the account, whoever made them. One is matched by our transfer that is bound to it, is done, and is of as much. */
export const providerTransfers = {
  /** Those that are new. */
  save: (em: EntityManager, seen: readonly Seen[], at: Date) => SAVE.all(em, [JSON.stringify(seen), at]),

  match: (em: EntityManager, at: Date) => MATCH.all(em, [at]),

  /** Lets ours be polled that are to explain new ones, and do not yet. */
  pollLate: (em: EntityManager, at: Date) => POLL_LATE.all(em, [at]),

  /** The oldest. */
  findUnmatched: (em: EntityManager) => UNMATCHED.all(em, []),

  /** How many are unmatched, and since when the oldest. */
  measure: async (em: EntityManager, at: Date) => (await MEASURE.first(em, [at]))!,
};

const SAVE = statement(
  `insert into provider_transfer (provider_id, reference, amount_cents, seen_at)
   select "providerId", reference, "amountCents", $2::timestamptz
   from jsonb_to_recordset($1::jsonb) as seen ("providerId" text, reference uuid, "amountCents" bigint)
   on conflict (provider_id) do nothing`,
  {},
);

const MATCH = statement(
  `update provider_transfer as p set matched_at = $1::timestamptz from pix_transfer as t
   where p.matched_at is null and t.provider_id = p.provider_id and t.status in ('done', 'returned') and t.amount_cents = p.amount_cents`,
  {},
);

const POLL_LATE = statement(
  `update pix_transfer as t set due_at = $1::timestamptz from provider_transfer as p
   where p.matched_at is null and p.seen_at > $1::timestamptz - interval '${POLLED_FOR}' and t.id = p.reference
     and t.status <> 'intended' and t.unexplained is null and (t.due_at is null or t.due_at > $1::timestamptz)`,
  {},
);

const REASONS = ['unknown', 'second_transfer', 'another_amount', 'not_done'] as const;
const UNMATCHED = statement(
  `select p.provider_id as "providerId", p.amount_cents as "amountCents", p.seen_at as "seenAt", t.id as "transferId", t.payout_id as "payoutId",
     case when t.id is null then 'unknown' when t.provider_id <> p.provider_id then 'second_transfer'
       when t.amount_cents <> p.amount_cents then 'another_amount' else 'not_done' end as reason
   from provider_transfer as p left join pix_transfer as t on t.id = p.reference
   where p.matched_at is null order by p.seen_at, p.provider_id limit ${LISTED_MAX}`,
  {
    providerId: text,
    amountCents: bigint,
    seenAt: timestamp,
    transferId: nullable(uuid),
    payoutId: nullable(uuid),
    reason: oneOf(REASONS),
  },
);
export type UnmatchedTransfer = Awaited<ReturnType<typeof UNMATCHED.all>>[number];

const MEASURE = statement(
  `select count(*) as count, coalesce(extract(epoch from $1::timestamptz - min(seen_at)), 0)::float8 as seconds
   from provider_transfer where matched_at is null`,
  { count: integer, seconds: float },
);
