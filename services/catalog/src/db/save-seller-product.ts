import { boolean } from '@estampa/kit/postgres/columns';
import { statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import { isWritten } from './is-written.ts';
import type { SellerProductData } from './seller-product-parts.ts';

/** Writes what may change of a product that is held; false when its new slug is taken. */
export async function saveSellerProduct(
  tx: EntityManager,
  before: Pick<SellerProductData, 'slug'>,
  { id, title, slug, description, status, publishedAt, version, updatedAt, sellerProfileId }: SellerProductData,
): Promise<boolean> {
  const values = [id, title, slug, description, status, publishedAt, version, updatedAt];
  if (slug !== before.slug)
    return isWritten(SAVE_IF_FREE.first(tx, [...values, sellerProfileId]), 'seller_product_slug');
  SAVE.onCommit(tx, values);
  return true;
}

const UPDATE = `
  update seller_product
  set title = $2, slug = $3, description = $4, status = $5, published_at = $6, version = $7, updated_at = $8
  where id = $1`;
const SAVE = statement(UPDATE, {});
const SAVE_IF_FREE = statement(
  `${UPDATE} and not exists (
     select from seller_product other where other.seller_profile_id = $9 and other.slug = $3)
   returning true as saved`,
  { saved: boolean },
);

/** A new one; false when its slug is taken. */
export async function addSellerProduct(tx: EntityManager, product: SellerProductData): Promise<boolean> {
  const { id, sellerProfileId, productTypeId, artworkId, title, slug, description, status } = product;
  const { version, createdAt, updatedAt, publishedAt } = product;
  const owner = [id, sellerProfileId, productTypeId, artworkId];
  const values = [...owner, title, slug, description, status, version, createdAt, updatedAt, publishedAt];
  return (await INSERT.first(tx, values)) !== undefined;
}

const INSERT = statement(
  `insert into seller_product (id, seller_profile_id, product_type_id, artwork_id, title, slug, description, status,
     version, created_at, updated_at, published_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict do nothing returning true as saved`,
  { saved: boolean },
);

/** Counts a change of the parts of a product that is held. */
export const touchSellerProduct = (
  tx: EntityManager,
  { id, version, updatedAt }: Pick<SellerProductData, 'id' | 'version' | 'updatedAt'>,
): void => TOUCH.onCommit(tx, [id, version, updatedAt]);

const TOUCH = statement('update seller_product set version = $2, updated_at = $3 where id = $1', {});

/** With its variants. */
export const deleteSellerProductRow = (tx: EntityManager, id: string): void => DELETE.onCommit(tx, [id]);

const DELETE = statement('delete from seller_product where id = $1', {});

type FirstSale = { isFirst: boolean; isSlugTaken: boolean };

/** Whether the seller never had anything on sale, and whether another product of theirs has the slug. */
export const firstSaleOf = async (
  em: EntityManager,
  { id, sellerProfileId, slug }: Pick<SellerProductData, 'id' | 'sellerProfileId' | 'slug'>,
): Promise<FirstSale> => (await FIRST_SALE.first(em, [id, sellerProfileId, slug]))!;

const FIRST_SALE = statement(
  `select
     not exists (select from seller_product where seller_profile_id = $2 and published_at is not null) as "isFirst",
     exists (select from seller_product where seller_profile_id = $2 and slug = $3 and id <> $1) as "isSlugTaken"`,
  { isFirst: boolean, isSlugTaken: boolean },
);
