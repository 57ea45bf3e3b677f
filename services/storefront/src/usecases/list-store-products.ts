import { DomainError, notFound } from '@estampa/kernel/errors';
import { type AskedPage, type Page, pageOf } from '@estampa/kernel/page';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Page as PublicPage } from '../adapters/page-cache.ts';
import type { Context } from '../context.ts';
import { CARD_COLUMNS, type CardRow, type Condition, named, STORE_ORDER, toCard, viewedBy } from '../db/read-model.ts';
import { canBeName } from '../domain/names.ts';
import { searchWords } from '../domain/search-text.ts';
import { publicPage } from './public-page.ts';

/** Each has its index. */
const ORDERS: Readonly<Record<string, string>> = {
  newest: 'p.created_at desc, p.id desc',
  price_asc: 'p.min_price_cents, p.created_at desc, p.id desc',
  price_desc: 'p.min_price_cents desc nulls last, p.created_at desc, p.id desc',
  popular: 'p.likes_count desc, p.created_at desc, p.id desc',
};

export type ListInput = {
  store: string;
  productTypeSlug?: string | undefined;
  search?: string | undefined;
  sort: string;
  page?: AskedPage;
};

export async function listStoreProducts(context: Context, input: ListInput): Promise<PublicPage> {
  const { store, productTypeSlug, search, sort } = input;
  if (!canBeName(store)) throw notFound('store', store);
  if (!Object.hasOwn(ORDERS, sort)) throw new DomainError('invalid', 'validation_failed', `There is no order ${sort}`);
  const page = pageOf(input.page);
  return publicPage(context, ['products', store, productTypeSlug, search, sort, page], (viewer) =>
    buildList(context.em, { ...input, page }, viewer),
  );
}

async function buildList(em: EntityManager, input: ListInput & { page: Page }, viewer: string | null): Promise<string> {
  const ofStore = named('s', input.store);
  const [store] = await em.execute<{ id: string }[]>(
    `select s.id from store s where ${ofStore.sql} order by ${STORE_ORDER} limit 1`,
    [...ofStore.values, input.store],
  );
  if (!store) throw notFound('store', input.store);

  const { sql, values } = matching(store.id, input);
  const { skip, limit } = input.page;
  const [rows, [count]] = await Promise.all([
    em.execute<CardRow[]>(
      `select ${CARD_COLUMNS} from store_product p join store s on s.id = p.seller_profile_id
       where ${sql} order by ${ORDERS[input.sort]} limit ? offset ?`,
      [...viewedBy(viewer), ...values, limit, skip],
    ),
    em.execute<{ total: number }[]>(`select count(*)::int as total from store_product p where ${sql}`, [...values]),
  ]);
  return JSON.stringify({ products: rows.map(toCard), total: count!.total, skip, limit });
}

/** The listed products of one store that the filters leave. */
function matching(storeId: string, { productTypeSlug, search }: ListInput): Condition {
  const words = searchWords(search ?? '');
  const conditions: [string, string][] = [['p.seller_profile_id = ?', storeId]];
  if (productTypeSlug !== undefined) {
    conditions.push(['p.product_type_slug = ?', canBeName(productTypeSlug) ? productTypeSlug : '']);
  }
  for (const word of words) conditions.push(['strpos(p.search_text, ?) > 0', word]);
  return {
    sql: ['p.is_listed', ...conditions.map(([sql]) => sql)].join(' and '),
    values: conditions.map(([, value]) => value),
  };
}
