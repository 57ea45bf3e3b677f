import { listOf, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { cardsName, HOME, itemName, productName } from '../domain/page-names.ts';
import type { StoreProduct } from '../domain/store-product.ts';
import { markNames, nameOf } from './page-changes.ts';

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
  pageSkus: 'page_skus',
  pageTail: 'page_tail',
};

/**
 * Writes with the commit what was derived of these products, all at once, drops those of which nothing is left, and marks the
 * pages of those that look different then to the public. The likes of a product stay as they are, in a narrow table with all
 * that counting and ordering by them needs.
 */
export function saveStoreProducts(tx: EntityManager, ids: readonly string[], products: readonly StoreProduct[]): void {
  const rows = products.map((product) =>
    Object.fromEntries(Object.entries(product).map(([name, value]) => [COLUMNS[name as keyof StoreProduct], value])),
  );
  SAVE.onCommit(tx, [ids, JSON.stringify(rows)]);
}

const GIVEN = `any(${listOf('$1::uuid[]')})`;

/** What changes when a product looks different than before; on the home page more when it went on sale or off it. */
const NAMES = [
  nameOf(cardsName, 'seller_profile_id'),
  nameOf(productName, 'seller_profile_id', 'id'),
  nameOf(productName, 'seller_profile_id', 'slug'),
  nameOf(itemName, 'id'),
  `case when is_turned then '${HOME}' end`,
];

const columns = Object.values(COLUMNS);
const of = (table: string) => columns.map((column) => `${table}.${column}`).join(', ');

/** What a search reads of a product's words on its way down the most popular: an index holds them, and takes no more than 2,700 bytes. */
export const POPULAR_WORDS_MAX_CHARACTERS = 500;
const COUNTED_BY = ['seller_profile_id', 'is_listed', 'is_archived', 'created_at', 'search_text'];
const COUNTED = ['id', ...COUNTED_BY].join(', ');
const ofCount = (table: string) => COUNTED_BY.map((column) => `${table}.${column}`).join(', ');
const CUT = [
  ...COUNTED_BY.filter((column) => column !== 'search_text'),
  `coalesce(left(search_text, ${POPULAR_WORDS_MAX_CHARACTERS}), '') as search_text`,
].join(', ');

// A change of a type touches every product of it and may change few: what stays the same is not written again. The counts are
// looked up one by one (`limit 1`): the planner takes the few rows of JSON for a hundred, and would read the whole table for them.
const SAVE = statement(
  `with known as (select id, is_listed from store_product where id = ${GIVEN}),
   derived as (select * from json_populate_recordset(null::store_product, $2::json)),
   saved as (
     insert into store_product (${columns.join(', ')}) select ${columns.join(', ')} from derived
     on conflict (id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}
     where (${of('store_product')}) is distinct from (${of('excluded')})
     returning id, seller_profile_id, slug, is_listed
   ),
   dropped as (
     delete from store_product where id = ${GIVEN} and id not in (select id from derived)
     returning id, seller_profile_id, slug, false as is_listed
   ),
   counted as (
     insert into product_count (${COUNTED}) select d.id, ${ofCount('d')} from (select id, ${CUT} from derived) d
     left join lateral (select * from product_count where product_count.id = d.id limit 1) n on true
     where n.id is null or (${ofCount('n')}) is distinct from (${ofCount('d')})
     order by d.id
     on conflict (id) do update set ${COUNTED_BY.map((column) => `${column} = excluded.${column}`).join(', ')}
   ),
   uncounted as (delete from product_count where id = ${GIVEN} and id not in (select id from derived)),
   looking_different as (
     select written.*, written.is_listed is distinct from coalesce(known.is_listed, false) as is_turned
     from (select * from saved union all select * from dropped) as written left join known using (id)
     where written.is_listed or known.is_listed
   )
   ${markNames(`select unnest(array[${NAMES.join(', ')}]) from looking_different`)}`,
  {},
);
