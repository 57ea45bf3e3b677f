import { toRecords } from '@estampa/kit/postgres/rows';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ArtworkPreview } from '../domain/key-owner.ts';
import { soldImage } from './tables/sold-image.ts';

type ShownImage = { key: string } & (ArtworkPreview | { artworkId: null; fileVersion: null });

/** Images that orders show, and profiles that sold items are printed with. */
export const soldImages = {
  /** A row where an order may show what stands there; to be pipelined with other queries. */
  ofKey: (key: string): Query<object> => OF_KEY.with(key),

  /** They stay for as long as orders do; written with the commit, in one order, so that two transactions never wait for each other. */
  insert: (tx: EntityManager, keys: readonly string[]): void =>
    INSERT.onCommit(tx, [toRecords(keys.toSorted().map((key) => ({ key })))]),

  /** The same, but for what is gone from storage: a product may be deleted for good before an order of it is paid. */
  insertStored: (tx: EntityManager, shown: readonly ShownImage[]): void =>
    INSERT_STORED.onCommit(tx, [JSON.stringify(shown.toSorted((a, b) => (a.key < b.key ? -1 : 1)))]),

  /** The same as part of a statement; `keys` is a query with one column. */
  insertKeys: (keys: string): string =>
    `insert into ${TABLE} (key) select key from (${keys}) as sold (key) where key is not null order by key on conflict do nothing`,

  /** They are gone from storage; to be pipelined with other writes. */
  deleteGone: (keys: readonly string[]): Query<object> => DELETE.with(keys),
};

const TABLE = 'sold_picture';

/** Condition of an alias with a `key` that an order shows it. */
export const isSold = (alias: string): string => `exists (select from ${TABLE} sold where sold.key = ${alias}.key)`;

const OF_KEY = soldImage.select('s', 'where s.key = $1');
const INSERT = statement(`${soldImage.insertRecords('$1')} on conflict do nothing`, {});
const INSERT_STORED = statement(
  `insert into ${TABLE} (key)
   select key from jsonb_to_recordset($1::jsonb) as shown (key text, "artworkId" uuid, "fileVersion" int)
   where exists (select from render where render.key = shown.key)
     or exists (select from product_image where product_image.key = shown.key)
     or exists (select from artwork where artwork.id = shown."artworkId" and artwork.file_version = shown."fileVersion")
     or exists (select from discarded_object where discarded_object.key = shown.key)
   on conflict do nothing`,
  {},
);
const DELETE = statement(`delete from ${TABLE} where key = any($1::text[])`, {});
