import { LOWEST_ID } from '@estampa/kernel/ids';
import { uuidArray } from '@estampa/kit/events/inbox';
import { boolean, type RowOf, text } from '@estampa/kit/postgres/columns';
import { type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isOfArtwork, type OfArtwork, type Touched } from '../domain/touched.ts';
import { sellerProduct, severalSurfaces } from './tables/seller-product.ts';

/** Bounds the size of one statement, and how long one transaction locks products. */
export const DERIVE_CHUNK_PRODUCTS = 500;

/** The touched products of one chunk. */
export type Locked = { ids: string[]; isLast: boolean };
/** Products of sellers; locked while what the store shows of them is derived. */
export const sellerProducts = {
  /**
   * Locks the next chunk of touched products together with some others, all in the order of their ids; returns the touched ones.
   */
  async lockTouched(
    tx: EntityManager,
    all: readonly Touched[],
    afterId: string,
    others: readonly string[] = [],
  ): Promise<Locked> {
    if (!all.every(isOfArtwork)) return lockedOf(await lockOfSeveral(tx, all, afterId, others));
    return lockedOf(await LOCK_OF_ARTWORKS.all(tx, [JSON.stringify(all), afterId, others]));
  },

  /** The query for those that use more than their first surface. */
  ofSeveralSurfaces: (ids: readonly string[]): Query<Pick<LockedRow, 'id'>> => OF_SEVERAL.with(JSON.stringify(ids)),

  /** The query for those whose type is printed with a profile of its own. */
  pressProfilesOf: (ids: readonly string[]): Query<PrintedWith> => PRESS_PROFILES.with(JSON.stringify(ids)),

  /** The query for the first chunk of products that artworks touch; decoded by `lockedOf`. */
  lockFirstOfArtworks: (all: readonly OfArtwork[]): Query<LockedRow> =>
    LOCK_OF_ARTWORKS.with(JSON.stringify(all), LOWEST_ID, []),
};

export function lockedOf(rows: readonly LockedRow[]): Locked {
  const ids = rows.filter(({ isTouched }) => isTouched).map(({ id }) => id);
  return { ids, isLast: ids.length < DERIVE_CHUNK_PRODUCTS };
}

const LOCKED = { id: sellerProduct.columns.id, isTouched: boolean };
type LockedRow = RowOf<typeof LOCKED>;

const OF_SEVERAL = statement(
  `select p.id from jsonb_array_elements_text($1::jsonb) as requested (id)
   cross join lateral (select q.* from seller_product q where q.id = requested.id::uuid and not q.deleted offset 0) p
   where ${severalSurfaces('p')}`,
  { id: sellerProduct.columns.id },
);

const PRINTED_WITH = { id: sellerProduct.columns.id, pressProfile: text };
type PrintedWith = RowOf<typeof PRINTED_WITH>;

const OF_TYPE = "t.fact #>> '{productType,pressProfile,key}'";

const PRESS_PROFILES = statement(
  `select p.id, ${OF_TYPE} as "pressProfile"
   from jsonb_array_elements_text($1::jsonb) as requested (id)
   cross join lateral (select q.id, q.product_type_id from seller_product q where q.id = requested.id::uuid offset 0) p
   join product_type t on t.id = p.product_type_id
   where ${OF_TYPE} is not null`,
  PRINTED_WITH,
);

const chunkOf = (condition: string, afterId: string): string =>
  `(select p.id from seller_product p where ${condition} and p.id > ${afterId} order by p.id limit ${DERIVE_CHUNK_PRODUCTS})`;

/**
 * Looks each artwork up by itself, as that of a product, then as that of another surface; a render on a template touches only
 * products of the template's type.
 */
const chunksOfArtworks = (requested: string, afterId: string): string[] => {
  const artworks = `(
      select distinct (one ->> 'artworkId')::uuid as id, one ->> 'renderedOn' is null as is_any, t.product_type_id
      from jsonb_array_elements(${requested}::jsonb) as one left join template t on t.id = one ->> 'renderedOn'
    ) artwork`;
  const ofType = '(is_any or p.product_type_id = artwork.product_type_id)';
  return [
    `(select found.id from ${artworks}
      cross join lateral ${chunkOf(`p.artwork_id = artwork.id and ${ofType}`, afterId)} found)`,
    // Few products show an artwork there, and only the index of those knows that: they are found before they are sorted.
    `(select p.id from ${artworks} cross join lateral (
        select q.id, q.product_type_id from seller_product q
        where ${severalSurfaces('q')} and q.surfaces @> jsonb_build_array(jsonb_build_object('artworkId', artwork.id))
        offset 0
      ) p where ${ofType} and p.id > ${afterId} order by p.id limit ${DERIVE_CHUNK_PRODUCTS})`,
  ];
};

const touchedText = (chunks: readonly string[]): string =>
  `select distinct id from (${chunks.join(' union all ')}) as touched order by id limit ${DERIVE_CHUNK_PRODUCTS}`;

/** Selects the ids of the same first chunk, for a statement after the one that locks them; `requested` is its list as JSON. */
export const firstOfArtworksText = (requested: string): string =>
  touchedText(chunksOfArtworks(requested, `'${LOWEST_ID}'`));

const lockText = (chunks: readonly string[], others: string): string => `
  with touched as (${touchedText(chunks)})
  select p.id, touched.id is not null as "isTouched"
  from seller_product p left join touched using (id)
  where p.id in (select id from touched union all select unnest(${others}::uuid[]))
  order by p.id for update of p`;

const LOCK_OF_ARTWORKS = statement(lockText(chunksOfArtworks('$1', '$2'), '$3'), LOCKED);

function lockOfSeveral(
  tx: EntityManager,
  all: readonly Touched[],
  afterId: string,
  others: readonly string[],
): Promise<LockedRow[]> {
  const conditions = all.filter((one): one is Other => !isOfArtwork(one)).map(conditionOf);
  const chunks = conditions.map(({ sql }) => chunkOf(sql, '?'));
  const values = conditions.flatMap((condition) => [...condition.values, afterId]);
  const ofArtworks = [JSON.stringify(all.filter(isOfArtwork)), afterId];
  return tx.execute(lockText([...chunks, ...chunksOfArtworks('?', '?')], '?'), [
    ...values,
    // Both of its chunks take them.
    ...ofArtworks,
    ...ofArtworks,
    uuidArray(others),
  ]);
}

type Other = Exclude<Touched, OfArtwork>;

type Condition = { sql: string; values: unknown[] };

/** The artworks of a product `p`. */
const PRINTED_ON = `select p.artwork_id
  union all select (used ->> 'artworkId')::uuid from jsonb_array_elements(p.surfaces) as used`;

function conditionOf(touched: Other): Condition {
  if (touched === 'all') return { sql: 'true', values: [] };
  if ('id' in touched) return { sql: 'p.id = ?', values: [touched.id] };
  if ('sellerProfileId' in touched) {
    // Uses the index on `product_count`, which has every product under its seller.
    const sql = 'p.id = any(array(select c.id from product_count c where c.seller_profile_id = ?))';
    return { sql, values: [touched.sellerProfileId] };
  }
  if ('variantIds' in touched) {
    return {
      sql: `p.product_type_id = ? and exists (
        select from jsonb_array_elements_text(p.variant_ids) as named (id)
        join jsonb_array_elements_text(?::jsonb) as changed (id) using (id))`,
      values: [touched.productTypeId, JSON.stringify(touched.variantIds)],
    };
  }
  const { productTypeId, renderedOn } = touched;
  if (renderedOn === undefined) return { sql: 'p.product_type_id = ?', values: [productTypeId] };
  return {
    sql: `p.product_type_id = ? and (exists (
      select from render r where r.template_id = ? and r.artwork_id in (${PRINTED_ON})
    ) or (${severalSurfaces('p')} and exists (
      select from render r where split_part(r.template_id, '.', 1) = ? and r.artwork_id in (${PRINTED_ON}))))`,
    values: [productTypeId, renderedOn, renderedOn],
  };
}
