import { isUuid } from '@estampa/kernel/ids';
import { nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { columnNames, qualified, takenFrom, toRecords } from '@estampa/kit/postgres/rows';
import { listOf, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { cardsName, HOME, itemName, productName, shelfName } from '../domain/page-names.ts';
import type { StoreProduct } from '../domain/store-product.ts';
import { markNames, nameOf } from './page-change-repository.ts';
import { searchWords, WORDS_OF_PRODUCT } from './search-word-repository.ts';
import { stores } from './store-repository.ts';
import { productCount } from './tables/product-count.ts';
import { store } from './tables/store.ts';
import { storeProduct } from './tables/store-product.ts';

/** Products as the public store shows them. */
export const storeProducts = {
  /**
   * Writes the derived products with the commit, in one statement: deletes the ids without one, and marks the pages of those that
   * look different to the public. Likes are left alone, in a narrow table with the columns that counting and ordering by them
   * needs.
   */
  save(tx: EntityManager, ids: readonly string[], products: readonly StoreProduct[]): void {
    SAVE.onCommit(tx, [ids, toRecords(products)]);
    searchWords.saveOfProducts(tx, products);
  },

  /** The ids of a store and its product that two names identify, on sale or not; null if there is none. */
  async findIds(em: EntityManager, shop: string, product: string): Promise<string | null> {
    const storeId = await stores.findId(em, shop);
    if (storeId === null || isUuid(product)) return storeId && `${storeId} ${product}`;
    const found = (await FIND_ID.first(em, [storeId, product]))?.id;
    return found ? `${storeId} ${found}` : null;
  },

  /** The query for the fields that an order freezes, of those products that are known and on sale. */
  descriptionsOf: (sellerProductIds: readonly string[]): Query<ProductDescription> =>
    DESCRIPTIONS.with(JSON.stringify(sellerProductIds.filter(isUuid))),
};

const { id, title } = storeProduct.columns;
const { storeName, slug } = store.columns;
const DESCRIPTION = { sellerProductId: id, title, imageKey: text, sellerName: storeName, sellerSlug: slug };
export type ProductDescription = RowOf<typeof DESCRIPTION>;

const GIVEN = `any(${listOf('$1::uuid[]')})`;

/** Page names that change with a product's looks; more of the home page and of related products when it goes on or off sale. */
const NAMES = [
  nameOf(cardsName, 'seller_profile_id'),
  nameOf(productName, 'seller_profile_id', 'id'),
  nameOf(productName, 'seller_profile_id', 'slug'),
  nameOf(itemName, 'id'),
  `case when is_turned then '${HOME}' end`,
  `case when is_turned then ${nameOf(shelfName, 'product_type_id')} end`,
];

const ALL = columnNames(storeProduct.columns);
const CHANGES = takenFrom('excluded', storeProduct.columns);

/** Cuts the words that a search reads in order of popularity: an index entry takes at most 2,700 bytes. */
export const POPULAR_WORDS_MAX_CHARACTERS = 500;
const { id: _id, ...COUNTED_BY } = productCount.columns;
const { searchText: _words, wordsOf: _of, ...UNCUT } = productCount.columns;
const COUNTED = columnNames(productCount.columns);
const CUT = `${columnNames(UNCUT)}, coalesce(left(search_text, ${POPULAR_WORDS_MAX_CHARACTERS}), '') as search_text`;
const DERIVED = `select *, ${WORDS_OF_PRODUCT} as words_of from (select ${CUT} from derived) as cut`;

// A change of a type touches all of its products but may alter few: unchanged rows are not written. Counts are looked up one by
// one (`limit 1`): the planner estimates a hundred rows of JSON and would scan the whole table for them.
const SAVE = statement(
  `with known as (select id, is_listed from store_product where id = ${GIVEN}),
   derived as (select * from json_populate_recordset(null::store_product, $2::json)),
   saved as (
     insert into store_product (${ALL}) select ${ALL} from derived
     on conflict (id) do update set ${CHANGES}
     where (${qualified('store_product', storeProduct.columns)}) is distinct from (${qualified('excluded', storeProduct.columns)})
     returning id, seller_profile_id, product_type_id, slug, is_listed
   ),
   dropped as (
     delete from store_product where id = ${GIVEN} and id not in (select id from derived)
     returning id, seller_profile_id, product_type_id, slug, false as is_listed
   ),
   counted as (
     insert into product_count (${COUNTED}) select ${qualified('d', productCount.columns)} from (${DERIVED}) d
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

// As JSON: PostgreSQL would plan again for each length of an array.
const DESCRIPTIONS = statement(
  `select p.id as "sellerProductId", p.title, p.thumbnail_key as "imageKey", s.store_name as "sellerName",
     s.slug as "sellerSlug"
   from store_product p join store s on s.id = p.seller_profile_id
   where p.is_listed and not s.is_hidden and p.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as requested (id))`,
  DESCRIPTION,
);
