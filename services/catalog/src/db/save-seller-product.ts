import { boolean, statement } from '@estampa/kit/statement';
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
  SAVE.later(tx, values);
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

/** Whether the seller ever had something on sale. */
export const hasPublished = async (em: EntityManager, sellerProfileId: string): Promise<boolean> =>
  (await PUBLISHED.first(em, [sellerProfileId]))!.found;

const PUBLISHED = statement(
  `select exists (
     select from seller_product where seller_profile_id = $1 and published_at is not null) as found`,
  { found: boolean },
);
