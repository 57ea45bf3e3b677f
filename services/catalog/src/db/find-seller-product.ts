import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Page } from '@estampa/kernel/page';
import { selected } from '@estampa/kit/postgres/rows';
import { integer, nullable, oneOf, text, timestamp } from '@estampa/kit/postgres/columns';
import { pipeline, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { type SellerProductStatus, STATUSES } from '../domain/seller-product.ts';
import { partsOf, partsOfOne, type SellerProductData, type ShownSellerProduct } from './seller-product-parts.ts';

/** The product with its parts. */
export const findSellerProduct = async (em: EntityManager, id: string): Promise<ShownSellerProduct> =>
  (await load(em, FIND, id)).shown;

/** The same, held until the transaction ends. The lock comes first, so the parts are those that its last holder left. */
export const lockSellerProduct = async (tx: EntityManager, id: string): Promise<ShownSellerProduct> =>
  (await load(tx, LOCK, id)).shown;

/** With one more thing that is asked of it in the same round trip. */
export const lockSellerProductWith = <Row>(tx: EntityManager, id: string, requested: Query<Row>) =>
  load(tx, LOCK, id, requested);

/** Held without its parts: for whoever removes it. */
export async function lockProductAlone(tx: EntityManager, id: string): Promise<SellerProductData> {
  const found = isUuid(id) ? await LOCK.first(tx, [id]) : undefined;
  if (!found) throw notFound('seller product', id);
  return found;
}

async function load<Row = never>(em: EntityManager, product: typeof FIND, id: string, ...requested: Query<Row>[]) {
  if (!isUuid(id)) throw notFound('seller product', id);
  const [[found], [parts], rows = []] = await pipeline(em, product.with(id), partsOfOne(id), ...requested);
  if (!found || !parts) throw notFound('seller product', id);
  const shown: ShownSellerProduct = { product: found, ...partsOf(parts) };
  return { shown, rows };
}

const COLUMNS = {
  id: text,
  sellerProfileId: text,
  productTypeId: text,
  artworkId: text,
  title: text,
  slug: nullable(text),
  description: nullable(text),
  status: oneOf(STATUSES),
  version: integer,
  createdAt: timestamp,
  updatedAt: timestamp,
  publishedAt: nullable(timestamp),
};

const SELECTED = `select ${selected(COLUMNS, 'p')} from seller_product as p`;
const FIND = statement(`${SELECTED} where id = $1`, COLUMNS);
const LOCK = statement(`${SELECTED} where id = $1 for update`, COLUMNS);

/** What is looked for, by the condition that finds it; `?` is its place. */
const CONDITIONS = {
  sellerProfileId: 'seller_profile_id = ?',
  status: 'status = ?',
  updatedSince: 'updated_at >= ?',
} as const;
type ProductConditions = {
  sellerProfileId: string;
  status?: SellerProductStatus | undefined;
  updatedSince?: Date | undefined;
};

/** A window on the products of a seller, newest first, or the latest change last, and how many there are. */
export async function pageOfProducts(
  em: EntityManager,
  requested: ProductConditions,
  { skip, limit }: Page,
): Promise<[SellerProductData[], number]> {
  const names = NAMES.filter((name) => requested[name] !== undefined);
  const values = names.map((name) => requested[name]);
  const { rows, count } = LISTS.get(names.join())!;
  const [products, [counted]] = await pipeline(em, rows.with(...values, skip, limit), count.with(...values));
  return [products, counted!.total];
}

type Name = keyof typeof CONDITIONS;
const NAMES = Object.keys(CONDITIONS) as Name[];

function listOf(names: readonly Name[]) {
  const where = names.map((name, index) => CONDITIONS[name].replace('?', `$${index + 1}`)).join(' and ');
  const order = names.includes('updatedSince') ? 'updated_at, id' : 'created_at desc, id desc';
  const window = `offset $${names.length + 1} limit $${names.length + 2}`;
  return {
    rows: statement(`${SELECTED} where ${where} order by ${order} ${window}`, COLUMNS),
    count: statement(`select count(*) as total from seller_product where ${where}`, { total: integer }),
  };
}

/** One statement for each set of conditions, so that each is planned with the index that fits it. */
const LISTS = new Map(
  (['status', 'updatedSince'] as const)
    .reduce<Name[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [['sellerProfileId']])
    .map((names) => [names.join(), listOf(names)]),
);
