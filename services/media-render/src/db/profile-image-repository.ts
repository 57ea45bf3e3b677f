import { toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { profileImage, type ProfileImageRow } from './tables/profile-image.ts';

type NamedImages = { sellerProfileId: string; version: number; keys: readonly string[] };

/** Images of seller profiles. */
export const profileImages = {
  /** One that its profile is about to name, written with the commit. */
  insert: (tx: EntityManager, row: Omit<ProfileImageRow, 'factVersion'>): void =>
    INSERT.onCommit(tx, [toRecord({ ...row, factVersion: null })]),

  /** That its profile may name it until then; false when it is gone. */
  saveOffered: async (tx: EntityManager, imageKey: string, unnamedUntil: Date): Promise<boolean> =>
    (await SAVE_OFFERED.first(tx, [imageKey, unnamedUntil])) !== undefined,

  /** What a profile shows by its newest event; what an older one named is discarded. */
  saveNamed: (
    em: EntityManager,
    { sellerProfileId, version, keys }: NamedImages,
    now: Date,
    discardAt: Date,
  ): Promise<unknown> => SAVE_NAMED.all(em, [sellerProfileId, version, keys, now, discardAt]),

  /** Discards those that no profile came to name; how many. */
  deleteUnnamed: async (em: EntityManager, now: Date, limit: number): Promise<number> =>
    (await DELETE_UNNAMED.all(em, [now, limit])).length,
};

const { key } = profileImage.columns;

const INSERT = statement(profileImage.insertRecord('$1'), {});
const SAVE_OFFERED = statement('update profile_image set unnamed_until = $2 where key = $1 returning key', { key });

const SAVE_NAMED = statement(
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

const DELETE_UNNAMED = statement(
  `with unnamed as (
     delete from profile_image where key in (
       select key from profile_image where fact_version is null and unnamed_until < $1
       order by unnamed_until limit $2 for update skip locked
     ) returning key
   )
   insert into discarded_object (key, due_at) select key, $1 from unnamed on conflict (key) do nothing returning key`,
  { key },
);
