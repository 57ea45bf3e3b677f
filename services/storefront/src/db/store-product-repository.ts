import { isUuid } from '@estampa/kernel/ids';
import { nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { columnNames, qualified, takenFrom, toRecords } from '@estampa/kit/postgres/rows';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { cardsName, HOME, itemName, productName } from '../domain/page-names.ts';
import type { StoreProduct } from '../domain/store-product.ts';
import { markNames, nameOf } from './page-change-repository.ts';
import { stores } from './store-repository.ts';
import { productCount } from './tables/product-count.ts';
import { store } from './tables/store.ts';
import { storeProduct } from './tables/store-product.ts';

/** Products as the public store shows them. */
export const storeProducts = {
  /**
   * Writes with the commit what was derived of these products, all at once, drops those of which nothing is left, and marks the
   * pages of those that look different then to the public. The likes of a product stay as they are, in a narrow table with all
   * that counting and ordering by them needs.
   */
  save: (tx: EntityManager, ids: readonly string[], products: readonly StoreProduct[]): void =>
    SAVE.onCommit(tx, [ids, toRecords(products)]),

  /** The ids of a store and its product that two names mean, whether it is on sale or no longer; null where they mean none. */
  async findIds(em: EntityManager, shop: string, product: string): Promise<string | null> {
    const storeId = await stores.findId(em, shop);
    if (storeId === null || isUuid(product)) return storeId && `${storeId} ${product}`;
    const found = (await FIND_ID.first(em, [storeId, product]))?.id;
    return found ? `${storeId} ${found}` : null;
  },

  /** Queries what an order freezes of those of the products that are known and on sale. */
  descriptionsOf: (sellerProductIds: readonly string[]): Query<ProductDescription> =>
    DESCRIPTIONS.with(JSON.stringify(sellerProductIds.filter(isUuid))),
};

const { id, title } = storeProduct.columns;
const { storeName, slug } = store.columns;
const DESCRIPTION = { sellerProductId: id, title, imageKey: text, sellerName: storeName, sellerSlug: slug };
export type ProductDescription = RowOf<typeof DESCRIPTION>;

const GIVEN = `any(${listOf('$1::uuid[]')})`;

/** What changes when a product looks different than before; on the home page more when it went on sale or off it. */
const NAMES = [
  nameOf(cardsName, 'seller_profile_id'),
  nameOf(productName, 'seller_profile_id', 'id'),
  nameOf(productName, 'seller_profile_id', 'slug'),
  nameOf(itemName, 'id'),
  `case when is_turned then '${HOME}' end`,
];

const ALL = columnNames(storeProduct.columns);
const CHANGES = takenFrom('excluded', storeProduct.columns);

/** What a search reads of a product's words on its way down the most popular: an index holds them, and takes no more than 2,700 bytes. */
export const POPULAR_WORDS_MAX_CHARACTERS = 500;
const { id: _id, ...COUNTED_BY } = productCount.columns;
const { searchText: _words, ...UNCUT } = productCount.columns;
const COUNTED = columnNames(productCount.columns);
const CUT = `${columnNames(UNCUT)}, coalesce(left(search_text, ${POPULAR_WORDS_MAX_CHARACTERS}), '') as search_text`;

// A change of a type touches every product of it and may change few: what stays the same is not written again. The counts are
// looked up one by one (`limit 1`): the planner takes the few rows of JSON for a hundred, and would read the whole table for them.
const SAVE = statement(
  `with known as (select id, is_listed from store_product where id = ${GIVEN}),
   derived as (select * from json_populate_recordset(null::store_product, $2::json)),
   saved as (
     insert into store_product (${ALL}) select ${ALL} from derived
     on conflict (id) do update set ${CHANGES}
     where (${qualified('store_product', storeProduct.columns)}) is distinct from (${qualified('excluded', storeProduct.columns)})
     returning id, seller_profile_id, slug, is_listed
   ),
   dropped as (
     delete from store_product where id = ${GIVEN} and id not in (select id from derived)
     returning id, seller_profile_id, slug, false as is_listed
   ),
   counted as (
     insert into product_count (${COUNTED}) select ${qualified('d', productCount.columns)} from (select ${CUT} from derived) d
     left join lateral (select * from product_count where product_count.id = d.id limit 1) n on true
     where n.id is null or (${qualified('n', COUNTED_BY)}) is distinct from (${qualified('d', COUNTED_BY)})
     order by d.id
     on conflict (id) do update set ${takenFrom('excluded', COUNTED_BY)}
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

const FIND_ID = statement(
  `select coalesce(
     (select p.id from store_product p
      where p.seller_profile_id = $1 and p.slug = $2 and p.is_listed order by p.created_at desc limit 1),
     (select p.id from store_product p where p.seller_profile_id = $1 and p.slug = $2 order by p.created_at desc limit 1)
   ) as id`,
  { id: nullable(id) },
);

// As JSON, since PostgreSQL would plan anew for each length of an array.
const DESCRIPTIONS = statement(
  `select p.id as "sellerProductId", p.title, p.thumbnail_key as "imageKey", s.store_name as "sellerName",
     s.slug as "sellerSlug"
   from store_product p join store s on s.id = p.seller_profile_id
   where p.is_listed and not s.is_hidden and p.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as requested (id))`,
  DESCRIPTION,
);
