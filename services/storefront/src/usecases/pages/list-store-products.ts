import { DomainError, notFound } from '@estampa/kernel/errors';
import { type PageRequest, pageOf } from '@estampa/kernel/page';
import { integer, json, type Statement, statement, text } from '@estampa/kit/postgres/statement';
import type { Context } from '../../context.ts';
import { type CardRow, cardsOf, FOUND_STORE, named, toCard } from '../../db/read-model.ts';
import { canBeName } from '../../domain/names.ts';
import { cardsName, storeName } from '../../domain/page-names.ts';
import { cardList } from '../../domain/pages.ts';
import { searchWords } from '../../domain/search-text.ts';
import { publicPage, type PublicPage } from './public-page.ts';

/** Each has its index. */
const ORDERS: Readonly<Record<string, string>> = {
  newest: 'p.created_at desc, p.id desc',
  price_asc: 'p.min_price_cents, p.created_at desc, p.id desc',
  price_desc: 'p.min_price_cents desc nulls last, p.created_at desc, p.id desc',
  popular: 'n.likes_count desc, n.created_at desc, n.id desc',
};

export type ListInput = {
  store: string;
  productTypeSlug?: string | undefined;
  search?: string | undefined;
  sort: string;
  page?: PageRequest;
};

export async function listStoreProducts(context: Context, input: ListInput): Promise<PublicPage> {
  const { store, productTypeSlug, sort } = input;
  if (!canBeName(store)) throw notFound('store', store);
  if (!Object.hasOwn(ORDERS, sort)) throw new DomainError('invalid', 'validation_failed', `There is no order ${sort}`);
  const { skip, limit } = pageOf(input.page);
  const words = searchWords(input.search ?? '');
  const filters = [
    ...(productTypeSlug === undefined
      ? []
      : [{ sql: OF_TYPE, value: canBeName(productTypeSlug) ? productTypeSlug : '' }]),
    ...(words.length === 0 ? [] : [{ sql: WITH_WORDS, value: words }]),
  ];
  const list = listing(
    sort,
    filters.map(({ sql }) => sql),
  );
  const row = await list.first(context.em, [...named(store), limit, skip, ...filters.map(({ value }) => value)]);
  if (!row) throw notFound('store', store);

  const names = [storeName(store), storeName(row.storeId), cardsName(row.storeId)];
  return publicPage(context, cardList({ products: row.cards.map(toCard), total: row.total, skip, limit }), names);
}

/** Their likes stand apart, with all that their order needs. */
const MOST_LIKED =
  'product_count n join store_product p on p.id = n.id and n.is_listed and n.seller_profile_id = found.id';

type Filter = (parameter: string) => string;
const OF_TYPE: Filter = (parameter) => `p.product_type_slug = ${parameter}`;
const WITH_WORDS: Filter = (parameter) =>
  `(select bool_and(strpos(p.search_text, word) > 0) from unnest(${parameter}::text[]) as word)`;

const LIST = { storeId: text, total: integer, cards: json<CardRow[]>() };
const listings = new Map<string, Statement<typeof LIST>>();

/** One statement for each order and choice of filters: a filter that is not asked for would keep the planner from an index. */
function listing(sort: string, filters: readonly Filter[]): Statement<typeof LIST> {
  const matching = [
    'p.is_listed and p.seller_profile_id = found.id',
    ...filters.map((filter, index) => filter(`$${5 + index}`)),
  ].join(' and ');
  const sql = `
    with ${FOUND_STORE}
    select found.id as "storeId", (select count(*) from store_product p where ${matching}) as total,
      ${cardsOf(`${sort === 'popular' ? MOST_LIKED : 'store_product p'} join store s on s.id = p.seller_profile_id
        where ${matching} order by ${ORDERS[sort]} limit $3 offset $4`)} as cards
    from found`;
  const known = listings.get(sql) ?? statement(sql, LIST);
  listings.set(sql, known);
  return known;
}
