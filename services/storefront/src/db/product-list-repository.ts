import type { Position } from '@estampa/kernel/cursor';
import { type ListPage, readableOf, TOTAL_COUNTED_MAX } from '@estampa/kernel/page';
import { integer, json, nullable, type RowOf, text } from '@estampa/kit/postgres/columns';
import { type Reads, type Statement, statement } from '@estampa/kit/postgres/statement';
import { type CardRow, cardsOf, FOUND_STORE, named } from './read-model.ts';

/** By a number, if any, and the newest first among equals. `key` is the row that has them; each order has its index. */
type Order = {
  from: string;
  key: 'p' | 'n';
  rank?: { of: string; beyond: '<' | '>'; sort: string; canBeNull: boolean };
};

const PRODUCT = { from: 'store_product p', key: 'p' } as const;
/** The likes are in a table of their own, together with the columns that ordering by them needs. */
const LIKED = { from: 'product_count n join store_product p on p.id = n.id', key: 'n' } as const;
const PRICE = { of: 'p.min_price_cents', canBeNull: true };
const ORDERS = {
  newest: PRODUCT,
  price_asc: { ...PRODUCT, rank: { ...PRICE, beyond: '>', sort: 'asc' } },
  price_desc: { ...PRODUCT, rank: { ...PRICE, beyond: '<', sort: 'desc nulls last' } },
  popular: { ...LIKED, rank: { of: 'n.likes_count', beyond: '<', sort: 'desc', canBeNull: false } },
} as const satisfies Record<string, Order>;
type OrderName = keyof typeof ORDERS;

export const isOrder = (sort: string): sort is OrderName => Object.hasOwn(ORDERS, sort);

type Request = {
  /** Its id or slug. */
  store: string;
  sort: OrderName;
  /** Only products of this type. */
  productTypeSlug: string | undefined;
  /** Only products whose text contains all of these words. */
  words: readonly string[];
  page: ListPage;
};

const LIST = { storeId: text, total: integer, cards: json<CardRow[]>(), last: nullable(json<Position>()) };

export const productLists = {
  /**
   * One page of a store's products on sale, how many were counted, and where the last of the page stands; undefined where no such
   * store is shown.
   */
  find(reads: Reads, request: Request): Promise<RowOf<typeof LIST> | undefined> {
    const { store, sort, productTypeSlug, words, page } = request;
    const { skip, limit, after } = readableOf(page);
    const filters = [
      ...(productTypeSlug === undefined ? [] : [{ sql: OF_TYPE, value: productTypeSlug }]),
      ...(words.length === 0 ? [] : [{ sql: WITH_WORDS, value: words }]),
    ];
    const order: Order = ORDERS[sort];
    const list = listing(
      order,
      filters.map(({ sql }) => sql),
      after,
    );
    const place = after ? [after.at, after.id, ...(hasNumber(order, after) ? [after.rank] : [])] : [];
    return list.first(reads, [...named(store), limit, skip, ...filters.map(({ value }) => value), ...place]);
  },
};

type Filter = (parameter: string) => string;
const OF_TYPE: Filter = (parameter) => `p.product_type_slug = ${parameter}`;
const WITH_WORDS: Filter = (parameter) =>
  `(select bool_and(strpos(p.search_text, word) > 0) from unnest(${parameter}::text[]) as word)`;

const listings = new Map<string, Statement<typeof LIST>>();

/** One statement for each order and combination of filters: an unused filter in the text would keep the planner from an index. */
function listing(order: Order, filters: readonly Filter[], after: Position | undefined): Statement<typeof LIST> {
  const ofStore = (row: string) => `${row}.is_listed and ${row}.seller_profile_id = (select id from found)`;
  const matching = [ofStore('p'), ...filters.map((filter, index) => filter(`$${5 + index}`))].join(' and ');
  const { from, key, rank } = order;
  const sort = `order by ${rank ? `rank ${rank.sort}, ` : ''}created_at desc, id desc`;
  const parts = partsAfter(order, after, 5 + filters.length).map(
    (part) => `
      (select p.id, ${key}.created_at, ${rank?.of ?? 'null::int'} as rank from ${from}
       where ${matching} and ${ofStore(key)} and ${part} ${sort} limit $3::bigint + $4::bigint)`,
  );
  const sql = `
    with ${FOUND_STORE},
    listed as materialized (
      select *, row_number() over () as place from (
        select * from (${parts.join(' union all ')}) as parts ${sort} limit $3 offset $4) as sorted)
    select found.id as "storeId", (select count(*) from (
        select from store_product p where ${matching} limit ${TOTAL_COUNTED_MAX + 1}) as counted) as total,
      ${cardsOf('listed r join store_product p on p.id = r.id join store s on s.id = p.seller_profile_id order by r.place')} as cards,
      (select json_build_object('at', created_at::text, 'id', id, 'rank', rank) from listed order by place desc limit 1) as last
    from found`;
  const known = listings.get(sql) ?? statement(sql, LIST);
  listings.set(sql, known);
  return known;
}

const hasNumber = ({ rank }: Pick<Order, 'rank'>, after: Position): boolean => !!rank && typeof after.rank === 'number';

/** The parts of a list that come after a position, each of which its index has in order; parameters begin at a place. */
function partsAfter({ key, rank }: Order, after: Position | undefined, place: number): string[] {
  if (!after) return ['true'];
  const older = `(${key}.created_at, ${key}.id) < ($${place}::timestamptz, $${place + 1}::uuid)`;
  if (!rank) return [older];
  const { of, beyond, canBeNull } = rank;
  if (!hasNumber({ rank }, after)) return [`${of} is null and ${older}`];
  const number = `$${place + 2}::bigint`;
  return [`${of} = ${number} and ${older}`, `${of} ${beyond} ${number}`, ...(canBeNull ? [`${of} is null`] : [])];
}
