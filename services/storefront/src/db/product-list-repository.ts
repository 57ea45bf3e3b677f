import { TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { integer, json, type RowOf, text } from '@estampa/kit/postgres/columns';
import { type Reads, type Statement, statement } from '@estampa/kit/postgres/statement';
import { type CardRow, cardsOf, FOUND_STORE, named } from './read-model.ts';

/** Each order has its index. */
const ORDERS = {
  newest: 'p.created_at desc, p.id desc',
  price_asc: 'p.min_price_cents, p.created_at desc, p.id desc',
  price_desc: 'p.min_price_cents desc nulls last, p.created_at desc, p.id desc',
  popular: 'n.likes_count desc, n.created_at desc, n.id desc',
};
type Order = keyof typeof ORDERS;

export const isOrder = (sort: string): sort is Order => Object.hasOwn(ORDERS, sort);

type Request = {
  /** Its id or slug. */
  store: string;
  sort: Order;
  /** Only products of this type. */
  productTypeSlug: string | undefined;
  /** Only products whose text contains all of these words. */
  words: readonly string[];
  skip: number;
  limit: number;
};

const LIST = { storeId: text, total: integer, cards: json<CardRow[]>() };

export const productLists = {
  /** One page of a store's products on sale, and how many were counted; undefined where no such store is shown. */
  find(reads: Reads, request: Request): Promise<RowOf<typeof LIST> | undefined> {
    const { store, sort, productTypeSlug, words, skip, limit } = request;
    const filters = [
      ...(productTypeSlug === undefined ? [] : [{ sql: OF_TYPE, value: productTypeSlug }]),
      ...(words.length === 0 ? [] : [{ sql: WITH_WORDS, value: words }]),
    ];
    const list = listing(
      sort,
      filters.map(({ sql }) => sql),
    );
    return list.first(reads, [...named(store), limit, skip, ...filters.map(({ value }) => value)]);
  },
};

/** The likes are in a table of their own, together with the columns that ordering by them needs. */
const MOST_LIKED =
  'product_count n join store_product p on p.id = n.id and n.is_listed and n.seller_profile_id = found.id';

type Filter = (parameter: string) => string;
const OF_TYPE: Filter = (parameter) => `p.product_type_slug = ${parameter}`;
const WITH_WORDS: Filter = (parameter) =>
  `(select bool_and(strpos(p.search_text, word) > 0) from unnest(${parameter}::text[]) as word)`;

const listings = new Map<string, Statement<typeof LIST>>();

/** One statement for each order and combination of filters: an unused filter in the text would keep the planner from an index. */
function listing(sort: Order, filters: readonly Filter[]): Statement<typeof LIST> {
  const matching = [
    'p.is_listed and p.seller_profile_id = found.id',
    ...filters.map((filter, index) => filter(`$${5 + index}`)),
  ].join(' and ');
  const sql = `
    with ${FOUND_STORE}
    select found.id as "storeId", (select count(*) from (
        select from store_product p where ${matching} limit ${TOTAL_COUNTED_MAX + 1}) as counted) as total,
      ${cardsOf(`${sort === 'popular' ? MOST_LIKED : 'store_product p'} join store s on s.id = p.seller_profile_id
        where ${matching} order by ${ORDERS[sort]} limit $3 offset $4`)} as cards
    from found`;
  const known = listings.get(sql) ?? statement(sql, LIST);
  listings.set(sql, known);
  return known;
}
