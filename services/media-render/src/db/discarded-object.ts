import { statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const DISCARD = statement(
  `insert into discarded_object (key, due_at) select key, $2 from unnest($1::text[]) as key
   on conflict (key) do update set due_at = greatest(discarded_object.due_at, excluded.due_at)`,
  {},
);

/** Lets objects go once `dueAt` has come, with the change that makes them superfluous. */
export const discardObjects = (tx: EntityManager, keys: readonly string[], dueAt: Date): void =>
  DISCARD.later(tx, [keys, dueAt]);

const DISCARD_ABANDONED_UPLOADS = statement(
  `with abandoned as (
     delete from upload where key in (
       select key from upload where completed_at is null and expires_at < $1
       order by expires_at limit $3 for update skip locked
     ) returning key
   )
   insert into discarded_object (key, due_at) select key, $2 from abandoned on conflict (key) do nothing returning key`,
  { key: text },
);

/** Uploads that were presigned and never completed; how many. */
export const discardAbandonedUploads = async (
  em: EntityManager,
  expiredBefore: Date,
  now: Date,
  limit: number,
): Promise<number> => (await DISCARD_ABANDONED_UPLOADS.all(em, [expiredBefore, now, limit])).length;

const CLAIM_DUE = statement(
  `update discarded_object set due_at = $2 where key in (
     select key from discarded_object where due_at <= $1 order by due_at limit $3 for update skip locked
   ) returning key`,
  { key: text },
);

/** Nobody else takes these before `until`. */
export const claimDiscarded = async (em: EntityManager, now: Date, until: Date, limit: number): Promise<string[]> =>
  (await CLAIM_DUE.all(em, [now, until, limit])).map(({ key }) => key);

const FORGET = statement('delete from discarded_object where key = any($1::text[])', {});

export const forgetDiscarded = (em: EntityManager, keys: readonly string[]): Promise<unknown> => FORGET.all(em, [keys]);
