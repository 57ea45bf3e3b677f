import { text } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

const NEW_IMAGE = statement(
  'insert into profile_image (key, seller_profile_id, unnamed_until) values ($1, $2, $3)',
  {},
);

type NewImage = { key: string; sellerProfileId: string; unnamedUntil: Date };

/** An image that its profile is about to name; it goes if that has not happened until then. */
export const saveProfileImage = (tx: EntityManager, { key, sellerProfileId, unnamedUntil }: NewImage): void =>
  NEW_IMAGE.onCommit(tx, [key, sellerProfileId, unnamedUntil]);

const OFFER_AGAIN = statement('update profile_image set unnamed_until = $2 where key = $1 returning key', {
  key: text,
});

/** False when the image is no more. */
export const offerProfileImage = async (tx: EntityManager, key: string, unnamedUntil: Date): Promise<boolean> =>
  (await OFFER_AGAIN.first(tx, [key, unnamedUntil])) !== undefined;

const RETAIN_NAMED = statement(
  `with named as (
     insert into profile_image (key, seller_profile_id, fact_version, unnamed_until)
     select key, $1, $2, $4 from unnest($3::text[]) as key
     on conflict (key) do update set fact_version = excluded.fact_version
     where coalesce(profile_image.fact_version, 0) < excluded.fact_version
   ), needed as (
     delete from discarded_object where key = any($3::text[])
   ), unnamed as (
     delete from profile_image where seller_profile_id = $1 and fact_version < $2 and key <> all($3::text[]) returning key
   )
   insert into discarded_object (key, due_at) select key, $5 from unnamed on conflict (key) do nothing`,
  {},
);

export type NamedImages = { sellerProfileId: string; version: number; keys: readonly string[] };

/** What a profile shows by its newest fact; what an older one named is let go. */
export const projectNamedImages = (
  em: EntityManager,
  { sellerProfileId, version, keys }: NamedImages,
  now: Date,
  discardAt: Date,
): Promise<unknown> => RETAIN_NAMED.all(em, [sellerProfileId, version, keys, now, discardAt]);

const DISCARD_UNNAMED = statement(
  `with unnamed as (
     delete from profile_image where key in (
       select key from profile_image where fact_version is null and unnamed_until < $1
       order by unnamed_until limit $2 for update skip locked
     ) returning key
   )
   insert into discarded_object (key, due_at) select key, $1 from unnamed on conflict (key) do nothing returning key`,
  { key: text },
);

/** Images that no profile came to name; how many. */
export const discardUnnamedImages = async (em: EntityManager, now: Date, limit: number): Promise<number> =>
  (await DISCARD_UNNAMED.all(em, [now, limit])).length;
