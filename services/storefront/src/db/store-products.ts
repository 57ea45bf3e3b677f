import type { EntityManager } from '@mikro-orm/postgresql';
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

/** Writes what was derived, all at once; the likes of a product stay as they are. */
export async function saveStoreProducts(tx: EntityManager, products: readonly StoreProduct[]): Promise<void> {
  const rows = products.map((product) =>
    Object.fromEntries(Object.entries(product).map(([name, value]) => [COLUMNS[name as keyof StoreProduct], value])),
  );
  await tx.execute(SAVE, [JSON.stringify(rows)]);
}

const columns = Object.values(COLUMNS);
const of = (table: string) => columns.map((column) => `${table}.${column}`).join(', ');

// A new base cost touches every product of a type and changes none: what stays the same is not written again.
const SAVE = `
  insert into store_product (${columns.join(', ')})
  select ${columns.join(', ')} from json_populate_recordset(null::store_product, ?::json)
  on conflict (id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
  where (${of('store_product')}) is distinct from (${of('excluded')})`;
