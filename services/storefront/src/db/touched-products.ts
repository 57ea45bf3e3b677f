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

/** Locks the next chunk of them in the order of their ids. */
export async function lockTouched(tx: EntityManager, touched: Touched, afterId: string): Promise<string[]> {
  const { sql, values } = conditionOf(touched);
  const rows = await tx.execute<{ id: string }[]>(
    `select p.id from seller_product p where ${sql} and p.id > ?
     order by p.id limit ${DERIVE_CHUNK_PRODUCTS} for update of p`,
    [...values, afterId],
  );
  return rows.map(({ id }) => id);
}

function conditionOf(touched: Touched): { sql: string; values: unknown[] } {
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
