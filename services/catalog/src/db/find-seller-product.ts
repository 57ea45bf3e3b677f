import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import type { Page } from '@estampa/kernel/page';
import {
  type Query,
  integer,
  moment,
  nullable,
  oneOf,
  statement,
  text,
  pipeline,
} from '@estampa/kit/postgres/statement';
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
export const lockSellerProductWith = <Row>(tx: EntityManager, id: string, asked: Query<Row>) =>
  load(tx, LOCK, id, asked);

/** Held without its parts: for whoever removes it. */
export async function lockProductAlone(tx: EntityManager, id: string): Promise<SellerProductData> {
  const found = isUuid(id) ? await LOCK.first(tx, [id]) : undefined;
  if (!found) throw notFound('seller product', id);
  return found;
}

async function load<Row = never>(em: EntityManager, product: typeof FIND, id: string, ...asked: Query<Row>[]) {
  if (!isUuid(id)) throw notFound('seller product', id);
  const [[found], [parts], rows = []] = await pipeline(em, product.with(id), partsOfOne(id), ...asked);
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
  createdAt: moment,
  updatedAt: moment,
  publishedAt: nullable(moment),
};

const SELECTED = `
  select id, seller_profile_id as "sellerProfileId", product_type_id as "productTypeId", artwork_id as "artworkId", title,
    slug, description, status, version, created_at as "createdAt", updated_at as "updatedAt",
    published_at as "publishedAt"
  from seller_product`;
const FIND = statement(`${SELECTED} where id = $1`, COLUMNS);
const LOCK = statement(`${SELECTED} where id = $1 for update`, COLUMNS);

/** A window on the products of a seller, newest first, and how many there are. */
export async function pageOfProducts(
  em: EntityManager,
  { sellerProfileId, status }: { sellerProfileId: string; status: SellerProductStatus | undefined },
  { skip, limit }: Page,
): Promise<[SellerProductData[], number]> {
  const { rows, count } = status === undefined ? OF_ANY_STATUS : OF_STATUS;
  const which = status === undefined ? [sellerProfileId] : [sellerProfileId, status];
  const [products, [counted]] = await pipeline(em, rows.with(skip, limit, ...which), count.with(...which));
  return [products, counted!.total];
}

const listed = (where: (first: number) => string) => ({
  rows: statement(`${SELECTED} where ${where(3)} order by created_at desc, id desc offset $1 limit $2`, COLUMNS),
  count: statement(`select count(*) as total from seller_product where ${where(1)}`, { total: integer }),
});
const OF_ANY_STATUS = listed((first) => `seller_profile_id = $${first}`);
const OF_STATUS = listed((first) => `seller_profile_id = $${first} and status = $${first + 1}`);
