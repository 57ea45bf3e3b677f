import { uuidArray } from '@estampa/kit/inbox';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Bounds what one statement carries, and how long the products of one transaction stay locked. */
export const DERIVE_CHUNK_PRODUCTS = 500;

export const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The products that one fact touches; those of a template are only the ones whose artwork was rendered on it, those of
 * catalog variants the ones that name one of them.
 */
export type Touched =
  | { id: string }
  | { artworkId: string }
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
  const some = conditionsOf(all).map(({ sql, values }) => ({
    sql: `(select p.id from seller_product p where ${sql} and p.id > ? order by p.id limit ${DERIVE_CHUNK_PRODUCTS})`,
    values: [...values, afterId],
  }));
  const rows = await tx.execute<{ id: string; isTouched: boolean }[]>(
    `with touched as (
       select id from (${some.map(({ sql }) => sql).join(' union ')}) as touched order by id limit ${DERIVE_CHUNK_PRODUCTS}
     )
     select p.id, touched.id is not null as "isTouched"
     from seller_product p left join touched using (id)
     where p.id in (select id from touched union all select unnest(?::uuid[]))
     order by p.id for update of p`,
    [...some.flatMap(({ values }) => values), uuidArray(beside)],
  );
  const ids = rows.filter(({ isTouched }) => isTouched).map(({ id }) => id);
  return { ids, isLast: ids.length < DERIVE_CHUNK_PRODUCTS };
}

type Condition = { sql: string; values: unknown[] };

/** Those of artworks, of which many come together, as one. */
function conditionsOf(all: readonly Touched[]): Condition[] {
  const artworkIds = all.flatMap((one) => (one !== 'all' && 'artworkId' in one ? one.artworkId : []));
  const others = all.filter((one) => one === 'all' || !('artworkId' in one)).map(conditionOf);
  if (artworkIds.length === 0) return others;
  return [{ sql: 'p.artwork_id = any(?::uuid[])', values: [uuidArray([...new Set(artworkIds)])] }, ...others];
}

function conditionOf(touched: Touched): Condition {
  if (touched === 'all') return { sql: 'true', values: [] };
  if ('id' in touched) return { sql: 'p.id = ?', values: [touched.id] };
  if ('artworkId' in touched) return { sql: 'p.artwork_id = ?', values: [touched.artworkId] };
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
