import { boolean, integer, list, nullable, text, timestamp } from '@estampa/kit/postgres/columns';
import { pipeline, statement } from '@estampa/kit/postgres/statement';
import { toRecords } from '@estampa/kit/postgres/rows';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Photo } from '../domain/gallery.ts';

/** A product's photos in their order, with whose it is and how often they have changed. */
export type Gallery = { sellerProductId: string; sellerProfileId: string; version: number; photos: Photo[] };

const OWNER = `select id, seller_profile_id as "sellerProfileId", gallery_version as version from seller_product
   where id = $1 and not deleted`;
const OWNER_COLUMNS = { id: text, sellerProfileId: text, version: integer };
const FIND = statement(OWNER, OWNER_COLUMNS);
const LOCK = statement(`${OWNER} for update`, OWNER_COLUMNS);

const PHOTO_COLUMNS = {
  id: text,
  key: text,
  altText: nullable(text),
  isPrimary: boolean,
  createdAt: timestamp,
};
const PHOTO = 'id, key, alt_text as "altText", is_primary as "isPrimary", created_at as "createdAt"';
const PHOTOS = statement(
  `select ${PHOTO} from product_image where seller_product_id = $1 order by position`,
  PHOTO_COLUMNS,
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

const SAVE = statement(
  `with gallery as (
     update seller_product set gallery_version = $2 where id = $1
   ), gone as (
     delete from product_image where seller_product_id = $1
       and id not in (select id from jsonb_to_recordset($3::jsonb) as stored (id uuid))
   ), needed as (
     delete from discarded_object where key in (select key from jsonb_to_recordset($3::jsonb) as stored (key text))
   )
   insert into product_image (id, seller_product_id, key, alt_text, position, is_primary, created_at)
   select id, $1, key, alt_text, position, is_primary, created_at from jsonb_to_recordset($3::jsonb) as stored
     (id uuid, key text, alt_text text, position int, is_primary boolean, created_at timestamptz)
   on conflict (id) do update set
     alt_text = excluded.alt_text, position = excluded.position, is_primary = excluded.is_primary`,
  {},
);

/** Goes out with the commit. What is in a gallery is no object to be discarded. */
export const saveGallery = (tx: EntityManager, { sellerProductId, version, photos }: Gallery): void =>
  SAVE.onCommit(tx, [sellerProductId, version, toRecords(photos.map((photo, position) => ({ ...photo, position })))]);

/** Of several products, by product and position. */
export const PHOTOS_OF_PRODUCTS = statement(
  `select product.id as "sellerProductId", product.seller_profile_id as "sellerProfileId",
     image.position, ${PHOTO.replaceAll(/(^|, )(?=\w)/g, '$1image.')}
   from seller_product product join product_image image on image.seller_product_id = product.id
   where product.id in (select id::uuid from jsonb_array_elements_text($1::jsonb) as requested (id)) and not product.deleted
   order by product.id, image.position`,
  { sellerProductId: text, sellerProfileId: text, position: integer, ...PHOTO_COLUMNS },
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
