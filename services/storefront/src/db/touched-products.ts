import { uuidArray } from '@estampa/kit/inbox';
import { boolean, type RowOf, statement, text } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Bounds what one statement carries, and how long the products of one transaction stay locked. */
export const DERIVE_CHUNK_PRODUCTS = 500;

export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The products that one fact touches; those of a template are only the ones whose artwork was rendered on it, those of a render
 * the ones of its template's type, those of catalog variants the ones that name one of them.
 */
export type Touched =
  | { id: string }
  | { artworkId: string; renderedOn?: string | undefined }
  | { productTypeId: string; renderedOn?: string | undefined }
  | { productTypeId: string; variantIds: readonly string[] }
  | 'all';

type Locked = { ids: string[]; isLast: boolean };

/** Locks the next chunk of what these touch, and some products beside them, all in the order of their ids; gives the touched ones. */
export async function lockTouched(
  tx: EntityManager,
  all: readonly Touched[],
  afterId: string,
  beside: readonly string[] = [],
): Promise<Locked> {
  const rows = all.every(isOfArtwork)
    ? await LOCK_OF_ARTWORKS.all(tx, [askedOf(all), afterId, beside])
    : await lockOfSeveral(tx, all, afterId, beside);
  const ids = rows.filter(({ isTouched }) => isTouched).map(({ id }) => id);
  return { ids, isLast: ids.length < DERIVE_CHUNK_PRODUCTS };
}

const LOCKED = { id: text, isTouched: boolean };

const chunkOf = (condition: string, afterId: string): string =>
  `(select p.id from seller_product p where ${condition} and p.id > ${afterId} order by p.id limit ${DERIVE_CHUNK_PRODUCTS})`;

/** Artworks, each looked up by itself; what was rendered on a template shows on the products of its type alone. */
const chunkOfArtworks = (asked: string, afterId: string): string =>
  `(select found.id from (
      select distinct (one ->> 'artworkId')::uuid as id, one ->> 'renderedOn' is null as is_any, t.product_type_id
      from jsonb_array_elements(${asked}::jsonb) as one left join template t on t.id = one ->> 'renderedOn'
    ) artwork
    cross join lateral ${chunkOf('p.artwork_id = artwork.id and (is_any or p.product_type_id = artwork.product_type_id)', afterId)} found)`;

const lockText = (chunks: readonly string[], beside: string): string => `
  with touched as (
    select distinct id from (${chunks.join(' union all ')}) as touched order by id limit ${DERIVE_CHUNK_PRODUCTS}
  )
  select p.id, touched.id is not null as "isTouched"
  from seller_product p left join touched using (id)
  where p.id in (select id from touched union all select unnest(${beside}::uuid[]))
  order by p.id for update of p`;

// By far the most: what a render or an artwork touches.
const LOCK_OF_ARTWORKS = statement(lockText([chunkOfArtworks('$1', '$2')], '$3'), LOCKED);

function lockOfSeveral(
  tx: EntityManager,
  all: readonly Touched[],
  afterId: string,
  beside: readonly string[],
): Promise<RowOf<typeof LOCKED>[]> {
  const conditions = all.filter((one): one is Other => !isOfArtwork(one)).map(conditionOf);
  const chunks = conditions.map(({ sql }) => chunkOf(sql, '?'));
  const values = conditions.flatMap((condition) => [...condition.values, afterId]);
  return tx.execute(lockText([...chunks, chunkOfArtworks('?', '?')], '?'), [
    ...values,
    askedOf(all),
    afterId,
    uuidArray(beside),
  ]);
}

type OfArtwork = Extract<Touched, { artworkId: string }>;
type Other = Exclude<Touched, OfArtwork>;
const isOfArtwork = (one: Touched): one is OfArtwork => one !== 'all' && 'artworkId' in one;
const askedOf = (all: readonly Touched[]): string => JSON.stringify(all.filter(isOfArtwork));

type Condition = { sql: string; values: unknown[] };

function conditionOf(touched: Other): Condition {
  if (touched === 'all') return { sql: 'true', values: [] };
  if ('id' in touched) return { sql: 'p.id = ?', values: [touched.id] };
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
    sql: `p.product_type_id = ? and exists (
      select from render r where r.artwork_id = p.artwork_id and r.template_id = ?)`,
    values: [productTypeId, renderedOn],
  };
}
