import { text, type RowOf } from '@estampa/kit/postgres/columns';
import { toRecord } from '@estampa/kit/postgres/rows';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { pressProfile } from './tables/press-profile.ts';

/** Which profile product types are printed with. */
export const pressProfiles = {
  /** Where it lies in storage; null for the built-in one. */
  keyOf: async (em: EntityManager, productTypeId: string): Promise<string | null> =>
    (await OF_TYPE.first(em, [productTypeId]))?.key ?? null,

  /** Unless a newer version is known; gives the key that the type named before and names no more, be it by an event that comes late. */
  save: async (em: EntityManager, row: RowOf<typeof pressProfile.columns>): Promise<string[]> =>
    (await SAVE.all(em, [toRecord(row)])).map(({ key }) => key),
};

const OF_TYPE = pressProfile.select('p', 'where p.product_type_id = $1');

const SAVE = statement(
  `with given as (select * from jsonb_populate_record(null::press_profile, $1)),
   known as (select key from press_profile where product_type_id = (select product_type_id from given)),
   stored as (
     insert into press_profile (product_type_id, key, version) select product_type_id, key, version from given
     on conflict (product_type_id) do update set key = excluded.key, version = excluded.version
     where press_profile.version < excluded.version
     returning key
   )
   select known.key from known, stored where known.key is not null and known.key is distinct from stored.key
   union all
   select given.key from given, known
   where not exists (select from stored) and given.key is not null and given.key is distinct from known.key`,
  { key: text },
);

/** Condition of an alias with a `key` that a product type is printed with it. */
export const isPrintedWith = (alias: string): string =>
  `exists (select from press_profile printing where printing.key = ${alias}.key)`;
