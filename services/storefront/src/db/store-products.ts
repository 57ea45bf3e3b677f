import type { EntityManager, QueryResult } from '@mikro-orm/postgresql';
import type { StoreProduct } from '../domain/store-product.ts';

const COLUMNS: Readonly<Record<keyof StoreProduct, string>> = {
  id: 'id',
  sellerProfileId: 'seller_profile_id',
  productTypeId: 'product_type_id',
  artworkId: 'artwork_id',
  isListed: 'is_listed',
  isArchived: 'is_archived',
  slug: 'slug',
  title: 'title',
  productTypeSlug: 'product_type_slug',
  productTypeName: 'product_type_name',
  minPriceCents: 'min_price_cents',
  maxPriceCents: 'max_price_cents',
  thumbnailKey: 'thumbnail_key',
  searchText: 'search_text',
  createdAt: 'created_at',
  pageHead: 'page_head',
  pageTail: 'page_tail',
};

/**
 * Writes what was derived of these products, all at once, and drops those of which nothing is left. The likes of a product
 * stay as they are. Says how many rows changed.
 */
export async function saveStoreProducts(
  tx: EntityManager,
  ids: readonly string[],
  products: readonly StoreProduct[],
): Promise<number> {
  const rows = products.map((product) =>
    Object.fromEntries(Object.entries(product).map(([name, value]) => [COLUMNS[name as keyof StoreProduct], value])),
  );
  const kept = new Set(products.map(({ id }) => id));
  const gone = ids.filter((id) => !kept.has(id));
  const { affectedRows: saved } = await tx.execute<QueryResult>(SAVE, [JSON.stringify(rows)], 'run');
  if (gone.length === 0) return saved;
  const { affectedRows: dropped } = await tx.execute<QueryResult>(DROP, [`{${gone.join(',')}}`], 'run');
  return saved + dropped;
}

const DROP = 'delete from store_product where id = any(?::uuid[])';

const columns = Object.values(COLUMNS);
const of = (table: string) => columns.map((column) => `${table}.${column}`).join(', ');

// A change of a type touches every product of it and may change few: what stays the same is not written again.
const SAVE = `
  insert into store_product (${columns.join(', ')})
  select ${columns.join(', ')} from json_populate_recordset(null::store_product, ?::json)
  on conflict (id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
  where (${of('store_product')}) is distinct from (${of('excluded')})`;
