import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { type Asked, integer, moment, nullable, oneOf, statement, text, together } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { STATUSES } from '../domain/seller-product.ts';
import { partsOf, partsOfOne, type SellerProductData, type ShownSellerProduct } from './seller-product-parts.ts';

/** The product with its parts. */
export const findSellerProduct = async (em: EntityManager, id: string): Promise<ShownSellerProduct> =>
  (await load(em, FIND, id)).shown;

/** The same, held until the transaction ends. The lock comes first, so the parts are those that its last holder left. */
export const lockSellerProduct = async (tx: EntityManager, id: string): Promise<ShownSellerProduct> =>
  (await load(tx, LOCK, id)).shown;

/** With one more thing that is asked of it in the same round trip. */
export const lockSellerProductWith = <Row>(tx: EntityManager, id: string, asked: Asked<Row>) =>
  load(tx, LOCK, id, asked);

/** Held without its parts: for whoever removes it. */
export async function lockProductAlone(tx: EntityManager, id: string): Promise<SellerProductData> {
  const found = isUuid(id) ? await LOCK.first(tx, [id]) : undefined;
  if (!found) throw notFound('seller product', id);
  return found;
}

async function load<Row = never>(em: EntityManager, product: typeof FIND, id: string, ...asked: Asked<Row>[]) {
  if (!isUuid(id)) throw notFound('seller product', id);
  const [[found], [parts], rows = []] = await together(em, product.with(id), partsOfOne(id), ...asked);
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

const SELECT = `
  select id, seller_profile_id as "sellerProfileId", product_type_id as "productTypeId", artwork_id as "artworkId", title,
    slug, description, status, version, created_at as "createdAt", updated_at as "updatedAt",
    published_at as "publishedAt"
  from seller_product where id = $1`;
const FIND = statement(SELECT, COLUMNS);
const LOCK = statement(`${SELECT} for update`, COLUMNS);
