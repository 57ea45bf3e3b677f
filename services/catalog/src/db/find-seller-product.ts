import { notFound } from '@estampa/kernel/errors';
import { isUuid } from '@estampa/kernel/ids';
import { integer, moment, nullable, oneOf, statement, text, together } from '@estampa/kit/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { STATUSES } from '../domain/seller-product.ts';
import { partsOf, partsOfOne, type ShownSellerProduct } from './seller-product-parts.ts';

/** The product with its parts. */
export const findSellerProduct = (em: EntityManager, id: string): Promise<ShownSellerProduct> => load(em, FIND, id);

/** The same, held until the transaction ends. The lock comes first, so the parts are those that its last holder left. */
export const lockSellerProduct = (tx: EntityManager, id: string): Promise<ShownSellerProduct> => load(tx, LOCK, id);

async function load(em: EntityManager, product: typeof FIND, id: string): Promise<ShownSellerProduct> {
  if (!isUuid(id)) throw notFound('seller product', id);
  const [[found], [parts]] = await together(em, product.with(id), partsOfOne(id));
  if (!found || !parts) throw notFound('seller product', id);
  return { product: found, ...partsOf(parts) };
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
