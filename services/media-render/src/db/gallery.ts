import { selected, takenFrom, toRecords } from '@estampa/kit/postgres/rows';
import { integer, list, text } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Photo } from '../domain/gallery.ts';
import { productImage } from './tables/product-image.ts';

/** A product's photos in their order, with whose it is and how often they have changed. */
export type Gallery = { sellerProductId: string; sellerProfileId: string; version: number; photos: Photo[] };

const OWNER = `select id, seller_profile_id as "sellerProfileId", gallery_version as version from seller_product
   where id = $1 and not deleted`;
const OWNER_COLUMNS = { id: text, sellerProfileId: text, version: integer };
const FIND = statement(OWNER, OWNER_COLUMNS);
const LOCK = statement(`${OWNER} for update`, OWNER_COLUMNS);

const { sellerProductId: OWNER_ID, position: POSITION, ...PHOTO } = productImage.columns;
const { altText, isPrimary } = PHOTO;
const PHOTOS = statement(
  `select ${selected(PHOTO, 'i')} from product_image as i where i.seller_product_id = $1 order by i.position`,
  PHOTO,
);

type GalleryQuery = typeof FIND;

const load = async (em: EntityManager, owner: GalleryQuery, sellerProductId: string): Promise<Gallery | null> => {
  const [[found], photos] = await pipeline(em, owner.with(sellerProductId), PHOTOS.with(sellerProductId));
  if (!found) return null;
  return { sellerProductId, sellerProfileId: found.sellerProfileId, version: found.version, photos };
};

/** Null for a product that is not known, or gone. */
export const galleryOrNull = (em: EntityManager, sellerProductId: string): Promise<Gallery | null> =>
  load(em, FIND, sellerProductId);

/** Nobody else changes this gallery until the transaction ends. */
export const lockGallery = (tx: EntityManager, sellerProductId: string): Promise<Gallery | null> =>
  load(tx, LOCK, sellerProductId);

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
   on conflict (id) do update set ${takenFrom('excluded', { altText, position: POSITION, isPrimary })}`,
  {},
);

/** Goes out with the commit. What is in a gallery is no object to be discarded. */
export const saveGallery = (tx: EntityManager, { sellerProductId, version, photos }: Gallery): void =>
  SAVE.onCommit(tx, [
    sellerProductId,
    version,
    toRecords(photos.map((photo, position) => ({ ...photo, sellerProductId, position }))),
  ]);

/** Of several products, by product and position. */
export const PHOTOS_OF_PRODUCTS = statement(
  `select product.id as "sellerProductId", product.seller_profile_id as "sellerProfileId",
     ${selected({ position: POSITION, ...PHOTO }, 'image')}
   from seller_product product join product_image image on image.seller_product_id = product.id
   where product.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as requested (id)) and not product.deleted
   order by product.id, image.position`,
  { sellerProductId: OWNER_ID, sellerProfileId: text, position: POSITION, ...PHOTO },
);

const REMOVE_PHOTOS = statement(
  `with product as (
     update seller_product set gallery_version = gallery_version + 1 where id = $1 returning gallery_version
   ), gone as (
     delete from product_image where seller_product_id = $1 returning key
   )
   select gallery_version - 1 as version, array(select key from gone) as keys from product`,
  { version: integer, keys: list(text) },
);

/** All photos of a product that is no more, and the version of the gallery until then: 0 when there never was one. */
export async function removePhotos(tx: EntityManager, sellerProductId: string) {
  return (await REMOVE_PHOTOS.first(tx, [sellerProductId])) ?? { version: 0, keys: [] };
}
