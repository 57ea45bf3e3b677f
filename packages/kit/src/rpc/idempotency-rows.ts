import { boolean, bytes, nullable, text } from '../postgres/columns.ts';
import { statement } from '../postgres/statement.ts';

/** How long a second request with the same key waits for the first to end. */
export const WAIT_FOR_FIRST_MS = 2_000;
/**
 * Responses longer than this once compressed are stored up to so many bytes a day and caller, some 500 times 5,000 variants; of further ones
 * only what they did and which events they caused.
 */
export const LONG_FROM_BYTES = 4 * 1024;
export const LONG_BYTES_A_DAY = 32 * 1024 * 1024;

/** A key that is claimed in a transaction blocks others with the same key until that ends, but none of them longer than this. */
const LIMITED = `with limits as materialized (select set_config('lock_timeout', '${WAIT_FOR_FIRST_MS}ms', true))`;

export const CLAIM = statement(
  `${LIMITED}
   insert into idempotency_key as first (key_digest, body_mac, claim, claimed_until)
   select $1, $2, $3, now() + $4 * interval '1 millisecond' from limits
   on conflict (key_digest) do update set claim = excluded.claim, claimed_until = excluded.claimed_until
   where first.outcome is null and first.claimed_until < now() and first.body_mac = excluded.body_mac
   returning true as claimed`,
  { claimed: boolean },
);
export const CLAIM_WITHIN = statement(
  `${LIMITED}
   insert into idempotency_key (key_digest, body_mac, claim, claimed_until) select $1, $2, $3, now() from limits
   on conflict do nothing returning true as claimed`,
  { claimed: boolean },
);
/** In milliseconds, for what comes after it. */
export const LIMIT = statement(`select set_config('lock_timeout', $1, true) as limit`, { limit: text });
export const CHECK = statement('select body_mac as mac, outcome from idempotency_key where key_digest = $1', {
  mac: text,
  outcome: nullable(bytes),
});
export const STORE = statement(
  `insert into idempotency_key (key_digest, body_mac, claim, claimed_until, outcome) values ($1, $2, $3, now(), $4)
   on conflict do nothing returning true as stored`,
  { stored: boolean },
);
/** Only long responses are bounded, and counted. */
const STORE_LONG = `outcome = case
     when octet_length($2::bytea) + (select coalesce(sum(octet_length(outcome)), 0) from idempotency_key where share = $4::int)
       <= ${LONG_BYTES_A_DAY} then $2::bytea else $3::bytea end,
   share = $4::int`;
const OURS = 'and outcome is null returning true as ended';
export const END = statement(`update idempotency_key set outcome = $2 where key_digest = $1 and claim = $3 ${OURS}`, {
  ended: boolean,
});
export const END_LONG = statement(
  `update idempotency_key set ${STORE_LONG} where key_digest = $1 and claim = $5 ${OURS}`,
  { ended: boolean },
);
export const RELEASE = statement(
  `delete from idempotency_key where key_digest = $1 and claim = $2 and outcome is null returning true as ended`,
  { ended: boolean },
);
export const FORGET = statement('delete from idempotency_key where key_digest = $1', {});
export const END_WITHIN = statement('update idempotency_key set outcome = $2 where key_digest = $1', {});
export const END_LONG_WITHIN = statement(`update idempotency_key set ${STORE_LONG} where key_digest = $1`, {});
