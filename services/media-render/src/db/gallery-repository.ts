import { integer, list, type RowOf, text } from '@estampa/kit/postgres/columns';
import { selected, takenFrom, toRecords } from '@estampa/kit/postgres/rows';
import { pipeline, type Query, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Photo } from '../domain/gallery.ts';
import { productImage } from './tables/product-image.ts';
import { sellerProduct } from './tables/seller-product.ts';

/** A product's photos in their order, with whose it is and how often they have changed. */
export type Gallery = { sellerProductId: string; sellerProfileId: string; version: number; photos: Photo[] };

const { sellerProductId, position, ...PHOTO } = productImage.columns;
const { altText, isPrimary } = PHOTO;
const { sellerProfileId } = sellerProduct.columns;
const OWNER = sellerProduct.pick('id', 'sellerProfileId', 'version');
const PHOTO_OF_PRODUCT = { sellerProductId, sellerProfileId, position, ...PHOTO };

/** Photos of sellers' products. */
export const galleries = {
  /** Null for a product that is not known, or gone. */
  find: (em: EntityManager, productId: string): Promise<Gallery | null> => load(em, FIND, productId),

  /** No other transaction changes this gallery until this one ends. */
  lock: (tx: EntityManager, productId: string): Promise<Gallery | null> => load(tx, LOCK, productId),

  /** Of several products, by product and position; to be pipelined with other queries. */
  findPhotos: (productIds: readonly string[]): Query<RowOf<typeof PHOTO_OF_PRODUCT>> =>
    PHOTOS_OF_PRODUCTS.with(JSON.stringify(productIds)),

  /** Written with the commit. What is in a gallery is no object to be discarded. */
  save: (tx: EntityManager, { sellerProductId: productId, version, photos }: Gallery): void =>
    SAVE.onCommit(tx, [
      productId,
      version,
      toRecords(photos.map((photo, at) => ({ ...photo, sellerProductId: productId, position: at }))),
    ]),

  /** Deletes all photos of a product that is gone; their keys, and the version until then: 0 when there never was one. */
  deletePhotos: async (tx: EntityManager, productId: string): Promise<{ version: number; keys: string[] }> =>
    (await DELETE_PHOTOS.first(tx, [productId])) ?? { version: 0, keys: [] },
};

async function load(em: EntityManager, owner: typeof FIND, productId: string): Promise<Gallery | null> {
  const [[found], photos] = await pipeline(em, owner.with(productId), PHOTOS.with(productId));
  if (!found) return null;
  return { sellerProductId: productId, sellerProfileId: found.sellerProfileId, version: found.version, photos };
}

const OF_OWNER = `select id, seller_profile_id as "sellerProfileId", gallery_version as version from seller_product
   where id = $1 and not deleted`;
const FIND = statement(OF_OWNER, OWNER);
const LOCK = statement(`${OF_OWNER} for update`, OWNER);
const PHOTOS = statement(
  `select ${selected(PHOTO, 'i')} from product_image as i where i.seller_product_id = $1 order by i.position`,
  PHOTO,
);
const PHOTOS_OF_PRODUCTS = statement(
  `select product.id as "sellerProductId", product.seller_profile_id as "sellerProfileId",
     ${selected({ position, ...PHOTO }, 'image')}
   from seller_product product join product_image image on image.seller_product_id = product.id
   where product.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as requested (id)) and not product.deleted
   order by product.id, image.position`,
  PHOTO_OF_PRODUCT,
);

const GIVEN = 'jsonb_populate_recordset(null::product_image, $3)';
const SAVE = statement(
  `with gallery as (
     update seller_product set gallery_version = $2 where id = $1
   ), gone as (
     delete from product_image where seller_product_id = $1 and id not in (select id from ${GIVEN})
   ), needed as (
     delete from discarded_object where key in (select key from ${GIVEN})
   )
   ${productImage.insertRecords('$3')}
   on conflict (id) do update set ${takenFrom('excluded', { altText, position, isPrimary })}`,
  {},
);

const DELETE_PHOTOS = statement(
  `with product as (
     update seller_product set gallery_version = gallery_version + 1 where id = $1 returning gallery_version
   ), gone as (
     delete from product_image where seller_product_id = $1 returning key
   )
   select gallery_version - 1 as version, array(select key from gone) as keys from product`,
  { version: integer, keys: list(text) },
);
